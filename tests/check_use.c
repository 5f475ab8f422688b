// The program of tests/checks.sh, C and C++: one ball against many, the batch on every instruction
// set against single calls. Returns 0 if all is well. The script copies it beside the headers.
#include "collide.h"
#include "collide.h" // twice does no harm
#ifdef CHECK_LATE    // the implementation after a plain include
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "collide.h"
#endif

#include <stdio.h>

// What the build options must lead to: CHECK_ISA runs, CHECK_WITHOUT was left out.
static int check_isa(void) {
    int wrong = 0;
#ifdef CHECK_ISA
    wrong += collide_isa() != CHECK_ISA;
#endif
#ifdef CHECK_WITHOUT
    wrong += collide_isa() == CHECK_WITHOUT;
    if (CHECK_WITHOUT != COLLIDE_ISA_SCALAR)
        wrong += collide_isa_limit(CHECK_WITHOUT) == CHECK_WITHOUT;
    collide_isa_limit(COLLIDE_ISA_COUNT);
#endif
    if (wrong)
        printf("runs on %s\n", collide_isa_text(collide_isa()));
    return wrong;
}

#ifndef COLLIDE_NO_KDOP
#define COUNT 100

static collide_kdop18 ball(float x, float radius) {
    collide_sphere sphere = {{0, 0, 0}, 0};
    sphere.center.x = x;
    sphere.radius = radius;
    return collide_kdop18_from_sphere(&sphere);
}

static int check_batch(void) {
    static unsigned char memory[1 << 16];
    static collide_kdop18 bounds[COUNT];
    const collide_kdop18 a = ball(40, 20);
    collide_kdop18_pack *pack;
    uint16_t bits[COLLIDE_BLOCKS(COUNT)];
    size_t expected = 0;
    int wrong = 0, isa, i;
    for (i = 0; i < COUNT; ++i) {
        bounds[i] = ball((float)i, 0.25f);
        expected += collide_kdop18_kdop18(&a, &bounds[i]);
    }
    const size_t skip = COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    if (expected != 41 || collide_kdop18_pack_build(&pack, memory + skip, sizeof memory - skip,
                                                    bounds, COUNT, 0) != COLLIDE_OK)
        return 1;
    for (isa = COLLIDE_ISA_SCALAR; isa <= COLLIDE_ISA_COUNT; ++isa) {
        const collide_isa_id id = collide_isa_limit((collide_isa_id)isa);
        int differ = collide_kdop18_kdop18_many(&a, pack, bits) != expected;
        for (i = 0; i < COUNT; ++i)
            differ += (bits[i / 16] >> i % 16 & 1) != collide_kdop18_kdop18(&a, &bounds[i]);
        if (differ)
            printf("%s differs from single calls\n", collide_isa_text(id));
        wrong += differ;
    }
    return wrong;
}
#else
static int check_batch(void) {
    return collide_pose_identity().axis[2].z == 1.0f ? 0 : 1;
}
#endif

int main(void) {
    const int isa = check_isa(), batch = check_batch();
    return isa + batch ? 1 : 0;
}
