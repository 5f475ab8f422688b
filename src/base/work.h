#pragma once

// ---- counting work ---------------------------------------------------------------------------
// Tests define this macro and count how work grows: nodes, cells, parts, blocks and pairs asked.
#ifdef COLLIDE_COUNT_WORK
extern unsigned long long collide_work;
#define COLLIDE__WORK(n) (collide_work += (n))
#else
#define COLLIDE__WORK(n) ((void)0)
#endif
