// How much stack each query takes on each instruction set of this machine: the stack below a call
// is painted before, and searched for the deepest byte that changed. The queries are those of
// fuzz_calls.c, on random inputs. None may take more than collide.h says, which is read from there:
// its words "N KB at most".
#define FUZZ_CALLS_ONLY
#include "fuzz_calls.c" // NOLINT(bugprone-suspicious-include): the calls and their inputs

#define DEPTH 65536
#define PAINT 0x7c

static uintptr_t painted; // the lower end
static size_t deepest;    // of the call at hand, over all inputs

__attribute__((noinline)) static void paint(void) {
    char area[DEPTH];
    memset(area, PAINT, sizeof area);
    __asm__ volatile("" ::"r"(area) : "memory");
    painted = (uintptr_t)(void *)area;
}

static void began(world *w) {
    (void)w;
    (void)collide_work;
    paint();
}

static void ended(world *w) {
    const char *p = (const char *)painted;
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    char block[512];
    (void)w;
    memset(block, PAINT, sizeof block);
    while ((uintptr_t)(const void *)p + sizeof block <= here && memcmp(p, block, sizeof block) == 0)
        p += sizeof block;
    while ((uintptr_t)(const void *)p < here && *p == PAINT)
        ++p;
    const size_t depth = here - (uintptr_t)(const void *)p;
    deepest = depth > deepest ? depth : deepest;
}

// N of the sentence above, in bytes.
static size_t limit_of(const char *path) {
    char line[256];
    size_t limit = 0;
    FILE *file = fopen(path, "r");
    FUZZ_CHECK(file);
    while (fgets(line, sizeof line, file)) {
        const char *p = strstr(line, " KB at most");
        while (p && p > line && p[-1] >= '0' && p[-1] <= '9')
            --p;
        limit = p ? 1000 * strtoul(p, NULL, 10) : limit;
    }
    fclose(file);
    return limit;
}

// Prints a line for each call that takes more than half of what it may, and one for each above it.
int main(int argc, char **argv) {
    const size_t limit = limit_of(argc > 1 ? argv[1] : "collide.h");
    const int inputs = argc > 2 ? atoi(argv[2]) : 40;
    uint64_t seed = 88172645463325252u;
    size_t above = 0;
    printf("1..1\n");
    FUZZ_CHECK(limit > 0);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        size_t most[COLLIDE_ISA_COUNT] = {0}, all = 0;
        for (int k = 0; k < inputs; ++k) {
            uint8_t data[160];
            for (size_t j = 0; j < sizeof data; ++j) {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                data[j] = (uint8_t)(seed >> 32) & (k % 4 ? 0xff : 0x3f);
            }
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
                if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                    continue;
                deepest = most[isa];
                (void)run_call(&calls[i], world_of(), data, sizeof data);
                most[isa] = deepest;
                all = deepest > all ? deepest : all;
            }
        }
        if (all < limit / 2)
            continue;
        printf("# %-42s", calls[i].name);
        for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
            if (most[isa])
                printf(" %s %zu", collide_isa_text((collide_isa_id)isa), most[isa]);
        printf("%s\n", all > limit ? "   TOO MUCH" : "");
        above += all > limit;
    }
    printf("%sok 1 - no query takes more than %zu bytes of stack\n", above ? "not " : "", limit);
    return above > 0;
}
