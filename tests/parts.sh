#!/bin/sh
# TAP: the two headers are what the parts in src/ give, and the script that joins the parts refuses
# what is wrong with them.
. "$(dirname "$0")/table.sh"

fresh() {
    python3 "$top/src/headers.py" . && for header in collide.h collide_simd.h; do
        cmp "$header" "$top/$header" || {
            echo "$header is not what src/ gives: edit the parts there and run 'make headers'"
            return 1
        }
    done
}

# Sentence, file, script: edits a copy of src/, and the script then says so in one line.
refuses() {
    cp -R "$top/src" . && sed -i "$3" "src/$2" || return
    python3 src/headers.py . >said 2>&1 && echo "not refused" && return 1
    cat said
    [ "$(wc -l <said)" = 1 ] && grep -q "^headers.py: .*$1" said && [ ! -e collide.h ]
}

# Every part compiles with nothing but what it includes; kernels with a width, after the parts that
# all widths share. The parts of frame/ hold halves of conditions and are left out.
parts() {
    cd "$top" || return
    shared=$(sed '/simd_widths/,$d; /^frame/d' src/collide_simd.list)
    failed=0
    for part in $(sort -u src/*.list | grep -v ^frame/); do
        if grep -qx "$part" src/collide.list && ! grep -qx "$part" src/collide_simd.list; then
            echo 'struct part;'
        elif [ "$(uname -m)" = x86_64 ]; then
            echo '#define COLLIDE__SIMD_STAGE 1
#include "src/base/intrinsics.h"
#undef COLLIDE__SIMD_STAGE
#define COLLIDE__SIMD_STAGE 2'
            for first in $shared; do
                echo "#include \"src/$first\""
            done
            echo '#define COLLIDE__WIDTH 8
#include "src/base/ops.h"'
        else
            continue
        fi >"$folder/part.c"
        echo "#include \"src/$part\"" >>"$folder/part.c"
        # shellcheck disable=SC2086
        gcc -std=c99 $strict -Wno-unused-function -Wno-unused-variable -fsyntax-only \
            -DCOLLIDE_NO_SIMD -I. "$folder/part.c" >"$folder/said" 2>&1 || {
            echo "$part" && grep error "$folder/said" | head -n 2
            failed=1
        }
    done
    return $failed
}

table() {
    check "collide.h and collide_simd.h are what src/ gives" fresh
    check "refused: parts that include each other" refuses 'circle: .* -> .* -> ' \
        base/vocabulary.h '1a #include "numbers.h"'
    check "refused: a part that includes a later one" refuses 'not in a list before it' \
        base/numbers.h '1a #include "../frame/implementation_end.h"'
    check "refused: an include that is no part" refuses 'which is not a part' \
        base/numbers.h '1a #include "nowhere.h"'
    check "refused: a part in no list" refuses 'no list names frame/implementation_end.h' collide.list '/implementation_end.h/d'
    check "refused: a part twice in a list" refuses 'names frame/implementation_end.h twice' \
        collide.list '$a frame/implementation_end.h'
    check "refused: a part in a list but not in src" refuses 'does not exist' \
        collide.list '$a base/nowhere.h'
    slow check "each part compiles alone" parts
}

run_table
