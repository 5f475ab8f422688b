#pragma once

#endif // COLLIDE_H
