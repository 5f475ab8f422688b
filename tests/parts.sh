#!/bin/sh
# TAP: the two headers are what the parts in src/ give, and the script that joins the parts refuses
# what is wrong with them; src/interface.py lists what a compiler reads, and fuzz targets call it.
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

# Parts that must compile alone, each after its kind: plain, or a kernel with a width. One that
# another of its kind includes first is compiled there, with nothing before it.
alone() {
    awk 'FILENAME ~ /list$/ { kind[$0] = FILENAME ~ /simd/ ? "width" : "plain"; next }
        FNR == 1 { part = substr(FILENAME, 5); begun = 0 }
        part ~ /^frame/ || begun || /^(\/\/|#pragma once$|$)/ { next }
        {
            begun = 1
            row[++n] = kind[part] " " part
            if (!/^#include "/) next
            sub(/^#include "/, "") && sub(/".*/, "")
            if (!sub(/^\.\.\//, "")) $0 = substr(part, 1, index(part, "/")) $0
            compiled[kind[part] " " $0]
        }
        END { for (i = 1; i <= n; ++i) if (!(row[i] in compiled)) print row[i] }' \
        src/collide.list src/collide_simd.list src/*/*.h
}

# Every part compiles with nothing but what it includes; kernels with a width, after the parts that
# all widths share, which are compiled once. The parts of frame/ hold halves of conditions and are
# left out.
parts() {
    cd "$top" || return
    # shellcheck disable=SC2086
    set -- gcc -std=c99 $strict -Wno-unused-function -Wno-unused-variable -DCOLLIDE_NO_SIMD -I.
    {
        echo '#define COLLIDE__SIMD_STAGE 1
#include "src/base/intrinsics.h"
#undef COLLIDE__SIMD_STAGE
#define COLLIDE__SIMD_STAGE 2'
        sed '/simd_widths/,$d; /^frame/d; s|.*|#include "src/&"|' src/collide_simd.list
        echo '#define COLLIDE__WIDTH 8
#include "src/base/ops.h"
#include "src/base/ops_double.h"'
    } >"$folder/width.h"
    [ "$(uname -m)" != x86_64 ] || "$@" "$folder/width.h" -o "$folder/width.h.gch" || return
    failed=0
    alone >"$folder/parts"
    [ -s "$folder/parts" ] || return
    while read -r kind part; do
        if [ $kind = plain ]; then
            :
        elif [ "$(uname -m)" = x86_64 ]; then
            echo '#include "width.h"'
        else
            continue
        fi >"$folder/part.c"
        printf 'struct part;\n#include "src/%s"\n' "$part" >>"$folder/part.c"
        "$@" -fsyntax-only "$folder/part.c" >"$folder/said" 2>&1 || {
            echo "$part" && grep error "$folder/said" | head -n 2
            failed=1
        }
    done <"$folder/parts"
    return $failed
}

# Parts above 1,500 lines; functions and macros above 80, from the first line of a signature to the
# closing brace.
long_parts() {
    wc -l "$top"/src/*/*.h | awk '$2 != "total" && $1 > 1500 { print $2 ": " $1 " lines" }'
}
long_functions() {
    awk '
        function report(from) {
            sub(/.*(COLLIDE|collide)__W?\(?(collide__)?/, "", name)
            if (FNR - from >= 80)
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

# gcc writes down what is declared (NC) and what is defined (NF). The public functions among them
# must be the listed ones.
listed() {
    export LC_ALL=C
    printf '#define COLLIDE_IMPLEMENTATION\n#include "collide.h"\n' >all.c
    gcc -std=c99 -DCOLLIDE_NO_SIMD -I"$top" -fsyntax-only -aux-info seen all.c &&
        python3 "$top/src/interface.py" --prototypes | sort >listed || return
    sed -n '/extern .*\<collide_[a-z0-9]/{s/_Bool/bool/g;s,.*:NC \*/ extern \(.*\);$,\1,p}' seen |
        sort -u | diff listed - || return
    sed 's/ (.*//;s/.*[ *]//' listed | sort >names
    sed -n 's,.*:NF \*/ extern [^(]*\<\(collide_[a-z0-9][a-z0-9_]*\) (.*,\1,p' seen |
        sort | diff names -
}

functions() {
    python3 "$top/src/interface.py" --table | cmp - "$top/docs/functions.md" &&
        python3 "$top/src/interface.py" --grid | cmp - "$top/docs/grid.md" && return
    echo "a page in docs/ is not what src/ gives: run 'make docs'"
    return 1
}

# A fuzz target reaches the functions that its text names; of the wrappers in kinds.h only those
# that it takes from the table there.
fuzzed() {
    export LC_ALL=C
    python3 "$top/tests/fuzz_calls.py" >fuzz_calls.h || return
    for target in "$top"/tests/fuzz_*.c; do
        gcc -E -std=c99 -DCOLLIDE__IMPLEMENTED -I"$top" -I. "$target" || return
    done | awk '/^# / { ours = $3 !~ /collide(_simd)?\.h"/ } ours' | sed 's/static /\n&/g' >text
    grep -o '[a-z]->[a-z_]*' text | sed 's/.*>/kind_/' | sort -u >taken
    awk 'NR == FNR { taken[$0]; next }
        match($0, /kind_[a-z_]*/) && !(substr($0, RSTART, RLENGTH) in taken) { next } 1' \
        taken text | grep -o '\<collide_[a-z0-9_]*' | sort -u >reached
    python3 "$top/src/interface.py" --prototypes | sed 's/ (.*//;s/.*[ *]//' | sort >names
    silent comm -23 names reached
}

table() {
    check "the listed interface is what gcc declares and defines" listed
    check "docs/functions.md and docs/grid.md are what src/ gives" functions
    check "fuzz targets call every function" fuzzed
    check "collide.h and collide_simd.h are what src/ gives" fresh
    check "refused: parts that include each other" refuses 'circle: .* -> .* -> ' \
        base/vocabulary.h '1a #include "numbers.h"'
    check "refused: a part that includes a later one" refuses 'not in a list before it' \
        base/numbers.h '1a #include "../frame/implementation_end.h"'
    check "refused: an include that is no part" refuses 'which is not a part' \
        base/numbers.h '1a #include "nowhere.h"'
    check "refused: an include in another form" refuses 'write this line as others' \
        base/numbers.h '1a # include "vocabulary.h"'
    check "refused: a part in no list" refuses 'no list names frame/implementation_end.h' \
        collide.list '/implementation_end.h/d'
    check "refused: a part twice in a list" refuses 'names frame/implementation_end.h twice' \
        collide.list '$a frame/implementation_end.h'
    check "refused: a part in a list but not in src" refuses 'does not exist' \
        collide.list '$a base/nowhere.h'
    check "no part is above 1,500 lines" silent long_parts
    check "no function or macro is above 80 lines" silent long_functions
    long check "each part compiles alone" parts
}

run_table
