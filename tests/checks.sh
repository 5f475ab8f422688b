#!/bin/sh
# Build and symbol checks of the headers. Prints TAP; run from the top folder:
#
#     sh tests/checks.sh [quick]      quick (or COLLIDE_TEST_TIER=quick): the cheap ones only
#
# Each check is a line of the table at the end: a text and a command, which runs in an empty folder
# of its own, prints why it fails, and returns 77 to be skipped. They run in parallel: the script
# reads the table once to count, then calls itself for each number.
mode=${1:-${COLLIDE_TEST_TIER:-all}} folder=${2:-} number=${3:-}
top=$(cd "$(dirname "$0")/.." && pwd)
n=0

check() {
    n=$((n + 1))
    if [ -z "$number" ]; then
        printf '%s\n' "$1" >>"$folder/texts"
    elif [ "$number" = $n ]; then
        shift
        mkdir "$folder/$n" && cd "$folder/$n" || exit
        ("$@") >../$n.out 2>&1
        echo $? >../$n.status
        exit
    fi
}

slow() {
    [ "$mode" = quick ] || "$@"
}

skip() {
    echo "$1"
    exit 77
}

need() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

# ---- commands --------------------------------------------------------------------------------

strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
impl=-DCOLLIDE_IMPLEMENTATION

# alone|both: the headers, the program and a unit that holds nothing else, in the current folder.
place() {
    cp "$folder/collide.h" "$folder/check_use.c" . && echo '#include "collide.h"' >only.c &&
        if [ "$1" = both ]; then cp "$folder/collide_simd.h" .; fi
}

# Compiler, arguments: strictly, .c as C++ by C++ compilers.
compile() {
    compiler=$1
    shift
    need "$compiler"
    case $compiler in *++*) set -- -x c++ "$@" ;; esac
    # shellcheck disable=SC2086
    "$compiler" $strict "$@"
}

# alone|both, compiler, flags: the program with the implementation, run.
build() {
    headers=$1 compiler=$2
    shift 2
    place "$headers" && compile "$compiler" $impl "$@" check_use.c -o use && ./use
}

# Pattern, command: the command fails and says so.
fails() {
    pattern=$1
    shift
    ("$@") >said 2>&1
    status=$?
    cat said
    [ $status != 77 ] || exit 77
    [ $status != 0 ] && grep -q "$pattern" said
}

# Edit (sed), file of both headers, then a command that finds them edited.
edited() {
    edit=$1 file=$2
    shift 2
    place both && sed "$edit" "$file" >edited && ! cmp -s edited "$file" && mv edited "$file" &&
        place() { :; } && "$@"
}

# Compiler of the user, of the implementation: two units, linked and run.
two_units() {
    place both && compile "$1" -c check_use.c -o use.o && compile "$2" $impl -c only.c &&
        "$1" use.o only.o -o use && ./use
}

two_static_units() {
    place "$1" && compile "$2" $impl -DCOLLIDE_STATIC check_use.c only.c -o use && ./use
}

# alone|both, flag, headers expected: what collide.h itself includes.
includes() {
    place "$1" && need gcc && gcc -H -fsyntax-only "$2" only.c 2>&1 |
        sed -n 's|^\.\. .*/||p' | sort -u | xargs >got
    echo "includes: $(cat got); expected: $3"
    [ "$(cat got)" = "$3" ]
}

# Runs the command, prints what it prints, fails if that is anything.
silent() {
    "$@" >said 2>&1
    cat said
    [ ! -s said ]
}

object() {
    place both && need nm && compile "$@" -c only.c
}

# Compiler, flags: external symbols that we should not define, and those that we should not need.
# clang writes memcmp(...) != 0 as bcmp.
symbols() {
    object "$@" $impl && nm -g --defined-only only.o | awk '{ print $3 }' >defined &&
        [ -s defined ] && silent grep -v '^collide_[a-z0-9]' defined &&
        nm -u only.o | awk '{ print $2 }' >needed && silent grep -vxE \
        'memcpy|memset|memcmp|bcmp|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_' needed
}
no_symbols() {
    object "$@" $impl -DCOLLIDE_STATIC && silent nm -g --defined-only only.o
}

# Declared functions are defined, and no others.
declared_defined() {
    place alone && compile gcc $impl -c only.c && need nm &&
        nm -g --defined-only only.o | awk '$2 == "T" { print $3 }' | sort >defined
    gcc -E only.c | grep -o 'collide_[a-z0-9_]*(' | tr -d '(' | sort -u >declared
    [ -s declared ] && diff declared defined
}

# alone|both, compiler, standard headers, flags: macros that differ from those without us. Ours
# begin with COLLIDE_ and a letter; the guard of the implementation is the one private one.
macros() {
    place "$1" && need "$2"
    compiler=$2
    for header in $3; do echo "#include <$header>"; done >without.c
    shift 3
    cat without.c only.c >with.c
    for unit in without with; do "$compiler" "$@" -dM -E $unit.c | sort >$unit.txt || return; done
    grep -q COLLIDE_H with.txt && diff without.txt with.txt | grep '^[<>]' >changed
    silent grep -vE '^> #define COLLIDE_([A-Z0-9]|_IMPLEMENTED )' changed
}
plain='stddef.h stdint.h stdbool.h'

# The marks of the table of contents are those of the banners, in the same order, each once.
contents() {
    sed '/^#ifndef COLLIDE_H/q' "$folder/collide.h" |
        sed -n 's|^//     >>\([a-z0-9_]*\) .*|\1|p' >listed
    sed -n 's|^// >>\([a-z0-9_]*\).*|\1|p' "$folder/collide.h" >marks
    [ -s listed ] && diff listed marks && silent sh -c 'sort marks | uniq -d'
}

first_screen() {
    head -40 "$folder/collide.h" | grep '^// Do this'
}

# The options table against the macros that the headers test.
options() {
    sed -n '/^\/\/ >>options/,/^\/\/ >>conventions/s|^//   ||p' "$folder/collide.h" | cut -c1-27 |
        awk '{ for (i = 1; i <= NF; ++i) if ($i ~ /^(COLLIDE)?_[A-Z]/) {
                   sub(/^_/, "COLLIDE_", $i); sub(/\(.*/, "", $i); print $i } }' | sort >listed
    cat "$folder/collide.h" "$folder/collide_simd.h" | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' |
        grep -E '^# *(if|elif)' | sed 's|//.*||' | grep -oE 'COLLIDE_[A-Z0-9][A-Z0-9_]*' |
        grep -vxE 'COLLIDE_H|COLLIDE_VERSION' | sort -u >tested
    [ -s listed ] && diff listed tested
}

# One version: first line, macros, and the number and text that collide_simd.h asks for.
version() {
    v=$(sed -n 's/^#define COLLIDE_VERSION_[MP][A-Z]* //p' "$folder/collide.h" | xargs | tr ' ' .)
    echo "macros: $v"
    head -1 "$folder/collide.h" | grep -F " v$v " &&
        grep -F "#error \"collide_simd.h is of version $v," "$folder/collide_simd.h"
}

kind_18() {
    { printf '#define COLLIDE__KEEP_DECLARE\n' && cat only.c &&
        printf 'COLLIDE__KDOP_DECLARE(18);\n'; } >kinds.c && compile gcc -c kinds.c
}

# The declarations of kind 18 and of another one, number for number, parameter names included.
kinds_agree() {
    need gcc
    gcc -E -P only.c | tr '\n' ' ' | tr -s ' ' | tr ';' '\n' | sed 's/( /(/g; s/^ *//' >lines
    for k in 18 "$1"; do
        grep "^extern.*collide_kdop${k}_" lines | sed "s/kdop$k/kdopK/g" >$k.txt
    done
    [ -s 18.txt ] && diff 18.txt "$1.txt"
}

# Lines on stdin: a program, or the body of one.
snippet() {
    cat >lines
    [ -s lines ] || return
    { echo "#define COLLIDE_IMPLEMENTATION" && cat only.c
        if grep -q 'main(' lines; then grep -v 'define COLLIDE_IMPL' lines; else
            grep '^#include' lines
            echo 'int main(void) {' && grep -v '^#' lines && echo 'return 0; }'
        fi; } >snippet.c
    compile gcc -std=c99 snippet.c -o snippet && compile g++ -std=c++11 snippet.c -o snippet
}
example() {
    place alone && sed -n '/^\/\/ EXAMPLE/,/^\/\/ [D-Z]* *$/s|^//     ||p' collide.h | snippet
}
readme() {
    [ -f "$top/README.md" ] || skip 'no README.md'
    place both && awk '/^```/ && on { exit } on; /^```c$/ { on = 1 }' "$top/README.md" | snippet
}

sources() {
    cd "$top" && git ls-files '*.c' '*.h' 2>/dev/null | grep . || ls ./*.h ./*/*.[ch]
}
columns() {
    for f in $(sources); do
        awk -v f="$f" 'length > 100 { print f ":" NR ": " length " columns" }' "$top/$f"
    done
}
formatted() {
    tool=clang-format-14
    command -v $tool >/dev/null || tool=clang-format
    need $tool && $tool --version | grep -q 'version 14\.' || skip 'clang-format is not 14'
    files=$(sources) && cd "$top" && $tool --dry-run -Werror $files
}

x86() {
    case $(uname -m) in x86_64) ;; *) skip 'not x86-64' ;; esac
}

# Compiler, flags that fuse: none of our operations is fused, those of the user after us are.
contraction() {
    x86 && need objdump && place both && cat >>only.c <<'END' || return
float user(float a, float b, float c);
float user(float a, float b, float c) {
    return a * b + c;
}
END
    compile "$@" -march=haswell $impl -c only.c && objdump -d only.o >code && grep -q addss code &&
        awk '/^[0-9a-f]+ </ { f = $2 } /vfn?m(add|sub)/ { print "fused: " f }' code | uniq -c >fused
    cat fused
    [ "$(awk '{ print $3 }' fused)" = '<user>:' ]
}

# Macros of the user's options outlive the header; -E alone would not obey our pragmas.
options_kept() {
    place alone && cat >>only.c <<'END' && compile gcc -Ofast $impl -c only.c
#if !defined(__FAST_MATH__) || !__FINITE_MATH_ONLY__ || !defined(__NO_MATH_ERRNO__)
#error "the macros of -Ofast are gone"
#endif
END
}

simde() {
    need "$2" && echo '#include <simde/x86/sse2.h>' | "$2" -E - >/dev/null 2>&1 ||
        skip 'SIMDe is not installed'
    build "$@" -DCOLLIDE_SIMDE -DCHECK_ISA=COLLIDE_ISA_SIMDE
}

linked_late() {
    need "$2" && echo 'int main(void) { return 0; }' >empty.c && "$2" -flto empty.c -o empty ||
        skip "$2 -flto does not work here"
    build "$@" -flto
}

late() {
    headers=$1 compiler=$2
    shift 2
    place "$headers" && compile "$compiler" -DCHECK_LATE check_use.c -o use && ./use
}

renamed() {
    place both && mv collide_simd.h other_name.h && compile gcc $impl -DCOLLIDE_REQUIRE_SIMD \
        '-DCOLLIDE_SIMD_FILENAME="other_name.h"' check_use.c -o use && ./use
}

# ---- the table -------------------------------------------------------------------------------

table() {
    check "contents list and marks agree" contents
    check "'Do this' within 40 lines" first_screen
    check "options table and tested macros agree" options
    check "one version in both headers" version
    check "at most 100 columns" silent columns
    check "clang-format is quiet" formatted

    check "interface includes stddef, stdint, stdbool only" \
        includes alone -DX 'stdbool.h stddef.h stdint.h'
    check "implementation includes float and string besides" \
        includes alone $impl 'float.h stdbool.h stddef.h stdint.h string.h'
    check "macros: interface, gcc" macros alone gcc "$plain"
    check "macros: collide.h alone, gcc" macros alone gcc "$plain float.h string.h" $impl
    for c in gcc clang; do
        slow check "macros: both headers, $c" \
            macros both $c "$plain float.h string.h immintrin.h cpuid.h" $impl
        slow check "macros: SIMDe, $c" \
            macros both $c "$plain float.h string.h simde/x86/sse2.h" $impl -DCOLLIDE_SIMDE
    done
    slow check "macros: those of the user stay" macros both gcc \
        "$plain float.h string.h immintrin.h cpuid.h" $impl '-DCOLLIDE_ASSERT(x)=(void)(x)' \
        '-DCOLLIDE_SIMD_FILENAME="collide_simd.h"' -Ofast
    check "kind 18 declared by the macro too" eval 'place alone && kind_18'
    for k in 6 14 26; do
        check "kinds 18 and $k declare the same" eval "place alone && kinds_agree $k"
    done
    check "example of collide.h compiles" example
    slow check "example of README.md compiles" readme

    # Every compiler and language version; collide.h alone at -O0 and -O2, both pairwise.
    for c in gcc clang clang-15 clang-16 clang-19 g++ clang++ clang++-15 clang++-16 clang++-19; do
        case $c in
        *++*) standards='c++11:-O0 c++20:-O2' ;;
        *) standards='c99:-O0 c11: c17:-O2' ;;
        esac
        if ! command -v $c >/dev/null; then
            slow check "$c" need $c
            continue
        fi
        for s in $standards; do
            std=-std=${s%:*} level=${s#*:}
            case $c,$s in
            gcc,c99*|g++,c++11*) check "alone, $c $std -O0" build alone $c $std -O0 ;;
            *) slow check "alone, $c $std -O0" build alone $c $std -O0 ;;
            esac
            slow check "alone, $c $std -O2" build alone $c $std -O2
            [ -z "$level" ] || slow check "both, $c $std $level" build both $c $std $level
        done
    done

    slow check "two units, gcc" two_units gcc gcc
    slow check "two units, C++ calls C" two_units g++ clang
    slow check "two units, C calls C++" two_units clang g++
    slow check "two units, COLLIDE_STATIC, gcc" two_static_units alone gcc
    slow check "two units, COLLIDE_STATIC, clang++" two_static_units both clang++
    check "implementation after a plain include" late alone gcc
    slow check "implementation after a plain include, both, clang++" late both clang++

    scalar=-DCHECK_ISA=COLLIDE_ISA_SCALAR without=-DCHECK_WITHOUT=COLLIDE_ISA_
    check "alone runs scalar" build alone gcc $scalar
    slow check "both do not, on x86-64" eval "x86 && build both clang ${without}SCALAR"
    check "COLLIDE_NO_SIMD" build both gcc -DCOLLIDE_NO_SIMD $scalar
    for i in SSE2 AVX2 AVX512; do
        slow check "COLLIDE_NO_$i" build both gcc -DCOLLIDE_NO_$i $without$i
    done
    for i in 'SSE2 AVX2' 'SSE2 AVX512' 'AVX2 AVX512'; do
        slow check "COLLIDE_NO_ $i" build both clang \
            -DCOLLIDE_NO_${i% *} -DCOLLIDE_NO_${i#* } $without${i#* }
    done
    slow check "COLLIDE_NO_ SSE2 AVX2 AVX512" eval "x86 && build both gcc $scalar \
        -DCOLLIDE_NO_SSE2 -DCOLLIDE_NO_AVX2 -DCOLLIDE_NO_AVX512"
    slow check "COLLIDE_SIMDE, gcc" simde both gcc -O2
    slow check "COLLIDE_SIMDE, clang++" simde both clang++ -O2
    check "COLLIDE_NO_KDOP, alone" build alone gcc -DCOLLIDE_NO_KDOP
    slow check "COLLIDE_NO_KDOP, both, g++" build both g++ -DCOLLIDE_NO_KDOP
    check "COLLIDE_REQUIRE_SIMD, alone, is an error" \
        fails 'error.*COLLIDE_REQUIRE_SIMD' build alone gcc -DCOLLIDE_REQUIRE_SIMD
    slow check "COLLIDE_REQUIRE_SIMD, both; COLLIDE_ASSERT of the user" build both clang \
        -DCOLLIDE_REQUIRE_SIMD '-DCOLLIDE_ASSERT(x)=((x)?(void)0:__builtin_trap())'
    slow check "COLLIDE_SIMD_FILENAME, header renamed" renamed
    for part in MAJOR MINOR PATCH; do
        check "a mismatch of versions is an error, $part" \
            fails 'error.*collide_simd.h is of version' \
            edited "s/\(define COLLIDE_VERSION_$part\) .*/\1 7/" collide.h build both gcc
    done
    check "collide_simd.h by itself is an error" fails 'error.*include collide.h, not' \
        eval 'place both && gcc -fsyntax-only -x c collide_simd.h'

    slow check "-O3 -march=native, gcc" build both gcc -O3 -march=native
    slow check "-O3 -march=native, clang" build both clang -O3 -march=native
    slow check "-Ofast -march=native, gcc" build both gcc -Ofast -march=native
    slow check "-O3 -ffast-math, clang++" build both clang++ -O3 -ffast-math
    slow check "-flto, gcc" linked_late both gcc -O2
    slow check "-flto, clang" linked_late both clang -O2

    check "linked without -lm" eval 'place alone && compile gcc $impl only.c -shared -fPIC \
        -nostdlib -Wl,-z,defs -lc -o use.so'
    for flags in 'gcc -O0' 'gcc -O2' 'clang -O0' 'clang -O2'; do
        slow check "external symbols are collide_, undefined ones few, $flags" symbols $flags
    done
    slow check "COLLIDE_STATIC: no external symbols, gcc" no_symbols gcc
    slow check "COLLIDE_STATIC: no external symbols, clang" no_symbols clang
    slow check "declared functions are defined, no others" declared_defined

    slow check "nothing of ours is fused, the user's is, gcc" contraction gcc -Ofast
    slow check "nothing of ours is fused, the user's is, clang" contraction clang -O3 -ffast-math
    check "macros of -Ofast stay, gcc" options_kept
}

# ---- run -------------------------------------------------------------------------------------

if [ -z "$number" ]; then
    folder=$(mktemp -d) || exit
    trap 'rm -rf "$folder"' EXIT
    trap 'exit 1' HUP INT TERM
    cp "$top/collide.h" "$top/collide_simd.h" "$top/tests/check_use.c" "$folder" || exit
fi
table
[ -z "$number" ] || exit
seq $n | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh "$0" "$mode" "$folder"
i=0 bad=0
while read -r text; do
    i=$((i + 1))
    status=$(cat "$folder/$i.status" 2>/dev/null)
    case $status in
    0) echo "ok $i - $text" ;;
    77) echo "ok $i - $text # SKIP $(tail -n 1 "$folder/$i.out")" ;;
    *)
        echo "not ok $i - $text"
        head -n 8 "$folder/$i.out" | sed 's/^/# /'
        bad=1
        ;;
    esac
done <"$folder/texts"
echo "1..$n"
exit $bad
