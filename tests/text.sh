#!/bin/sh
# TAP: the text of the headers, of the pages and of the sources: contents, options, names, comments,
# columns, formatting, linters.
. "$(dirname "$0")/table.sh"

# The marks of the table of contents are those of the banners, in the same order, each once.
contents() {
    sed '/^#ifndef COLLIDE_H/q' "$folder/both/collide.h" |
        sed -n 's|^//     >>\([a-z0-9_]*\) .*|\1|p' >listed
    sed -n 's|^// >>\([a-z0-9_]*\).*|\1|p' "$folder/both/collide.h" >marks
    [ -s listed ] && diff listed marks && silent sh -c 'sort marks | uniq -d'
}

first_screen() {
    head -40 "$folder/both/collide.h" | grep '^// Do this'
}

# The options table against the macros that the headers test.
options() {
    place both
    sed -n '/^\/\/ >>options/,/^\/\/ >>conventions/s|^//   ||p' collide.h | cut -c1-27 |
        awk '{ for (i = 1; i <= NF; ++i) if ($i ~ /^(COLLIDE)?_[A-Z]/) {
                   sub(/^_/, "COLLIDE_", $i); sub(/\(.*/, "", $i); print $i } }' | sort >listed
    cat collide.h collide_simd.h | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' |
        grep -E '^# *(if|elif)' | sed 's|//.*||' | grep -oE 'COLLIDE_[A-Z0-9][A-Z0-9_]*' |
        grep -vxE 'COLLIDE_H|COLLIDE_VERSION(_CANDIDATE)?|COLLIDE_COUNT_WORK' | sort -u >tested
    [ -s listed ] && diff listed tested
}

# One version: first line, macros, and the number and text that collide_simd.h asks for.
version() {
    candidate=$(sed -n 's/^#define COLLIDE_VERSION_CANDIDATE //p' "$top/collide.h")
    v=$(macros_version) && [ "$candidate" = 0 ] || v=$v-rc.$candidate
    echo "macros: $v"
    head -1 "$folder/both/collide.h" | grep -F " v$v " &&
        grep -F "#error \"collide_simd.h is of version $v," "$folder/both/collide_simd.h"
}

# Each paragraph of declarations says what they do, and all names that texts mention are declared.
documented() {
    silent awk -v RS= '/Stop here if you only/ { exit }
        /COLLIDE_API [a-z]/ && !/\/\/ |#define COLLIDE_API/' "$folder/both/collide.h"
}
names() {
    place both && need gcc && gcc -E -P only.c | grep -oE 'collide_[a-z0-9_]+' >declared &&
        gcc -dM -E only.c $impl | grep -oE 'COLLIDE_[A-Z0-9_]+' >>declared &&
        sed -n 's|^//     \(COLLIDE_[A-Z0-9_]*\).*|\1|p' collide.h >>declared && # of the user
        gcc -E -P only.c | grep -oE 'COLLIDE_[A-Z0-9_]+' >>declared &&
        sort -u declared -o declared || return
    { sed '/Stop here if you only/q' collide.h | sed -n 's|.*// *||p' && cat "$top"/README.md \
        "$top"/SECURITY.md "$top"/docs/*.md "$top"/examples/*.md; } | grep -oE '(collide|COLLIDE)_[A-Za-z0-9_]+' |
        grep -vE '_$|^collide_([a-z]*_)*[A-Z]|^collide_(simd|kdopK_)|^COLLIDE_(NO|TEST|ERROR)_' |
        sort -u >mentioned && silent comm -13 declared mentioned
}

sources() {
    cd "$top" && git ls-files '*.c' '*.h' 2>/dev/null | grep . || ls ./*.h ./*/*.[ch]
}
columns() {
    # shellcheck disable=SC2046 # names without spaces
    (set -- $(sources) && cd "$top" &&
        awk 'length > 100 { print FILENAME ":" FNR ": " length " columns" }' "$@")
}
formatted() {
    tool=clang-format-14
    command -v $tool >/dev/null || tool=clang-format
    need $tool && $tool --version | grep -q 'version 14\.' || skip 'clang-format is not 14'
    files=$(sources) && cd "$top" && $tool --dry-run -Werror $files
}

# The tables of README.md and docs/performance.md agree with the results.
tables() {
    need python3 && cd "$top" && python3 bench/report.py check
}

# Helper headers of the tests include what they need.
helpers() {
    need gcc && echo '#include <cmocka.h>
#include <gmp.h>' | gcc -fsyntax-only -include stdarg.h -include stddef.h -include stdint.h \
        -include setjmp.h -x c - || skip 'no cmocka or GMP'
    for header in "$top"/tests/*.h; do
        case $header in */golden_*.h | */fuzz.h | */inside.h | */avx512.h) continue ;; esac
        echo "#include \"$(basename "$header")\"" >one.c
        compile gcc -std=c99 -Wno-double-promotion -I"$top/tests" -fsyntax-only one.c || return
    done
}

# What make lint checks but for phrases.
lint() {
    need clang-tidy && need cppcheck && cd "$top" && make -s lint PHRASES=: "$@"
}

table() {
    check "contents list and marks agree" contents
    check "'Do this' within 40 lines" first_screen
    check "options table and tested macros agree" options
    check "one version in both headers" version
    check "at most 100 columns" silent columns
    check "tables of README.md and docs/ agree with bench/results" tables
    check "no vector is indexed from its x" silent grep -nE \
        '&[][A-Za-z0-9_.>-]*[.>]x( [+-] [a-z]|\)\[| \+ way)' "$top/collide.h" "$top/collide_simd.h"
    check "public functions have comments" documented
    check "names in texts are declared" names
    check "each helper header of the tests compiles alone" helpers
    [ "$mode" = normal ] || check "clang-format is quiet" formatted # it is asked before each commit
    slow check "plain words" sh "$top/tests/phrases.sh"
    # The analyser takes five minutes, the rest one.
    long check "clang-tidy and cppcheck are quiet" lint
}

run_table
