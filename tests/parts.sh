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

# Parts above 1,500 lines; functions and macros above 80, from the first line of a signature to the
# closing brace, but those that are still to be cut.
long_parts() {
    wc -l "$top"/src/*/*.h | awk '$2 != "total" && $1 > 1500 { print $2 ": " $1 " lines" }'
}
long_functions() {
    uncut='KDOP_DEFINE cable_enter cable_project cells collide_tree_tree_sweep drum_line
        features_touch kdop_all sat_convex sieve sieve_ring sweep tree_first triangles'
    awk -v uncut=" $(echo $uncut) " '
        function report(from) {
            sub(/.*(COLLIDE|collide)__W?\(?(collide__)?/, "", name)
            if (FNR - from >= 80 && !index(uncut, " " name " "))
                print FILENAME ":" from ": " FNR - from + 1 " lines: " name
        }
        FNR == 1 { macro = head = body = 0 }
        macro { if (!/\\$/) { report(macro); macro = 0 } next }
        body { if (/^}/) { report(body); body = head = 0 } next }
        /^#define .*\\$/ { macro = FNR; name = $2; sub(/\(.*/, "", name); next }
        /^[A-Za-z_]/ && !head {
            head = FNR
            match($0, /[A-Za-z0-9_]+(\(collide__[a-z0-9_]+\))?\(/)
            name = substr($0, RSTART, RLENGTH - 1)
            sub(/\)$/, "", name)
        }
        head && /\) \{$/ { body = head }
        /[;}]$|^$|^#|^\/\// { head = 0 }
    ' "$top"/src/*/*.h
}

table() {
    check "collide.h and collide_simd.h are what src/ gives" fresh
    check "refused: parts that include each other" refuses 'circle: .* -> .* -> ' \
        base/vocabulary.h '1a #include "numbers.h"'
    check "refused: a part that includes a later one" refuses 'not in a list before it' \
        base/numbers.h '1a #include "../frame/implementation_end.h"'
    check "refused: an include that is no part" refuses 'which is not a part' \
        base/numbers.h '1a #include "nowhere.h"'
    check "refused: a part in no list" refuses 'no list names frame/implementation_end.h' \
        collide.list '/implementation_end.h/d'
    check "refused: a part twice in a list" refuses 'names frame/implementation_end.h twice' \
        collide.list '$a frame/implementation_end.h'
    check "refused: a part in a list but not in src" refuses 'does not exist' \
        collide.list '$a base/nowhere.h'
    check "no part is above 1,500 lines" silent long_parts
    check "no function or macro is above 80 lines" silent long_functions
    slow check "each part compiles alone" parts
}

run_table
