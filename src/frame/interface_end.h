#pragma once

#if defined(__cplusplus) && !defined(COLLIDE_STATIC)
} // extern "C"
#endif
#endif // COLLIDE_H
