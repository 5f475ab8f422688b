#!/bin/sh
# TAP: what can be seen of the headers without running a query, or on a small program: the text,
# macros, symbols, machine code, options, errors, examples, linters.
. "$(dirname "$0")/table.sh"

# ---- commands --------------------------------------------------------------------------------

impl=-DCOLLIDE_IMPLEMENTATION

# alone|both: the headers, the program and a unit that holds nothing else, in the current folder.
place() {
    cp "$folder/$1"/*.h "$folder/$1/tests/check_use.c" . && echo '#include "collide.h"' >only.c
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

# The object's undefined symbols that should not be: clang writes memcmp(...) != 0 as bcmp.
needed() {
    library='memcpy|memmove|memset|memcmp|bcmp|__aeabi_uidiv'
    nm -u only.o | awk '{ print $2 }' >needed &&
        silent grep -vxE "$library|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_" needed
}
# Compiler, flags: external symbols that we should not define, and those that we should not need.
symbols() {
    object "$@" $impl && nm -g --defined-only only.o | awk '{ print $3 }' >defined &&
        [ -s defined ] && silent grep -v '^collide_[a-z0-9]' defined && needed
}
no_symbols() {
    object "$@" $impl -DCOLLIDE_STATIC && silent nm -g --defined-only only.o
}

# Flags: the functions that the implementation defines.
defined() {
    compile gcc $impl "$@" -c only.c && need nm &&
        nm -g --defined-only only.o | awk '$2 == "T" { print $3 }' | sort
}

# Flags: declared functions are defined, and no others.
declared_defined() {
    place alone && defined "$@" >defined
    gcc "$@" -E only.c | grep -o 'collide_[a-z0-9_]*(' | tr -d '(' | sort -u >declared
    [ -s declared ] && diff declared defined
}

# A family, what it needs: selecting it leaves the functions that remain without all others.
selects() {
    place alone && without=''
    for i in $families; do
        case " $* " in *" $i "*) ;; *) without="$without -DCOLLIDE_NO_$i" ;; esac
    done
    defined "-DCOLLIDE_WITH_$1" >selected && [ -s selected ] &&
        # shellcheck disable=SC2086
        defined $without | diff selected -
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
        grep -vxE 'COLLIDE_H|COLLIDE_VERSION' | sort -u >tested
    [ -s listed ] && diff listed tested
}

macros_version() {
    sed -n 's/^#define COLLIDE_VERSION_[MP][A-Z]* //p' "$folder/both/collide.h" | xargs | tr ' ' .
}

# One version: first line, macros, and the number and text that collide_simd.h asks for.
version() {
    v=$(macros_version)
    echo "macros: $v"
    head -1 "$folder/both/collide.h" | grep -F " v$v " &&
        grep -F "#error \"collide_simd.h is of version $v," "$folder/both/collide_simd.h"
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

# The implementation, for examples to link with.
implementation() {
    place both && compile gcc -c $impl only.c -o implementation.o
}
# Lines on stdin: a program, or the body of one, as C and as C++; what it prints is in file printed.
snippet() {
    cat >lines
    [ -s lines ] || return
    { cat only.c && echo '#include <stdio.h>'
        if grep -q 'main(' lines; then grep -v 'define COLLIDE_IMPL' lines; else
            grep '^#include' lines
            echo 'int main(void) {' && grep -v '^#' lines && echo 'return 0; }'
        fi; } >snippet.c
    compile gcc -std=c99 snippet.c implementation.o -o snippet && ./snippet >printed &&
        compile g++ -std=c++11 -c snippet.c -o snippet.o && g++ snippet.o implementation.o -o \
        snippet && ./snippet | diff printed -
}
# Each section of a family, and the first one of all, has one example, which prints what it says.
manual() {
    implementation && awk '/^\/\/ Stop here/ { exit }
        /^\/\/ >>/ { if (family) print family, n; family = $2; n = 0 }
        /^\/\/ EXAMPLE/ { on = 1; begun = 0; ++n; file = "example" ++count }
        on && /^\/\/     / { begun = 1; print substr($0, 8) >file }
        on && begun && !/^\/\/     / { on = 0; close(file) }
        END { print family, n }' collide.h >counts &&
        [ "$(awk 'on { print $2 } /^>>isa/ { on = 1 }' counts | sort -u)" = 1 ] || {
        cat counts
        return 1
    }
    for file in example*; do
        snippet <"$file" || { echo "$file" && return 1; }
        sed -n 's|^ *// prints: ||p' "$file" | diff - printed || { echo "$file" && return 1; }
    done
}
readme() {
    implementation && awk '/^```/ && on { close(f); on = 0; next } on { print > f }
        /^```c$/ { on = 1; f = "block" ++n }' "$top/README.md" && [ -f block1 ] || return
    for block in block*; do snippet <"$block" || return; done
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
    { sed '/Stop here if you only/q' collide.h | sed -n 's|.*// *||p' && cat "$top"/*.md \
        "$top"/examples/*.md; } | grep -oE '(collide|COLLIDE)_[A-Za-z0-9_]+' |
        grep -vE '_$|^collide_([a-z]*_)*[A-Z]|^collide_(simd|kdopK_)|^COLLIDE_(NO|TEST|ERROR)_' |
        sort -u >mentioned && silent comm -13 declared mentioned
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

# Tables of README.md are those of the numbers measured.
tables() {
    need python3 && cd "$top" && python3 bench/report.py check
}

# What the benchmark cannot take: one line, exit 2.
refused() {
    ./bench "$@" >out 2>err
    [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || {
        echo "bench $*:" && cat out err
        return 1
    }
}
benchmark() {
    need gcc && gcc -O1 -I"$top" "$top/bench/bench.c" -o bench && ./bench list >list &&
        ./bench isas >isas && grep -q kdop18 list && head -n 1 isas | grep -q scalar || return
    refused nothing && refused list all && refused isas all && refused run nothing &&
        refused run kdop18 --isa mmx && refused run kdop18 --size L &&
        refused run kdop18 --n 0 && refused run kdop18 --what 1 && refused run kdop18 --n &&
        refused run mesh_mesh_any --size none.off && refused run cable_box --size hits9 &&
        refused run kdop18 --seed 18446744073709551616 || return
    # a mesh that is none: empty, a folder, too few, too many, no number, no triangle
    : >empty.off && mkdir folder.off && printf 'OFF\n3 1 0\n0 0 0\n' >short.off &&
        printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 4294967298\n' >index.off &&
        printf 'OFF\n4294967299 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' >count.off &&
        printf 'OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n' >nan.off &&
        printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n' >quad.obj || return
    for i in empty.off folder.off short.off index.off count.off nan.off quad.obj; do
        refused run tree_build --size $i || return
    done
    for i in $(grep -vx -f isas <<END
sse2
avx2
avx512
neon
wasm128
END
    ); do refused run kdop18 --isa "$i" || return; done
    # the same answers from all
    for i in $(cat isas) single; do
        ./bench run kdop18 --n 512 --repeat 1 --isa "$i" >line || return
        grep -o 'hash=[0-9a-f]*' line >>hashes || return
    done
    [ "$(sort -u hashes | wc -l)" = 1 ] || { cat hashes && return 1; }
}

# Examples without the implementation, which has rows of its own.
examples() {
    mkdir examples && place both && cp "$folder/both"/examples/*.[ch] examples || return
    for f in examples/*.c; do
        grep -v 'define COLLIDE_IMPL' "$f" >examples/unit && mv examples/unit "$f" &&
            compile gcc -std=c99 -fsyntax-only "$f" && compile g++ -std=c++11 -fsyntax-only "$f" ||
            return
    done
}

# Colours that must be there, example, arguments: it writes a picture, and nothing to stderr.
picture() {
    colours=$1 name=$2
    shift 2
    [ -e /usr/include/stb/stb_image_write.h ] || skip 'libstb-dev is not installed'
    here=$PWD
    need python3 && make -s -C "$top" "build/$name" || return
    (cd "$top" && "build/$name" "$@" --png "$here/out.png" --width 240) >out 2>err &&
        silent cat err && python3 "$top/tests/png.py" out.png 240 135 "$colours"
}

# Without the library that writes pictures: one line, exit 2, no picture.
no_picture() {
    need gcc && gcc -DEXAMPLE_NO_PNG "$top/examples/harness.c" -o harness || return
    ./harness "$top/examples/data/teapot.off" --png out.png >out 2>err
    [ $? = 2 ] && [ ! -s out ] && [ ! -e out.png ] && [ "$(wc -l <err)" = 1 ] &&
        grep libstb-dev err
}

# Where a picture cannot be written: before the work, if that can be known.
unwritable() {
    [ -e /usr/include/stb/stb_image_write.h ] || skip 'libstb-dev is not installed'
    make -s -C "$top" build/teapot build/tumble && cd "$top" || return
    for options in '--png /none/x.png' '--png /' '--png' '--png --width' '--width 1' '--width 9x'; do
        # shellcheck disable=SC2086
        build/teapot examples/data/teapot.off $options >"$OLDPWD/out" 2>"$OLDPWD/err"
        [ $? = 2 ] && [ ! -s "$OLDPWD/out" ] && [ "$(wc -l <"$OLDPWD/err")" = 1 ] || {
            echo "teapot $options:" && cat "$OLDPWD/out" "$OLDPWD/err"
            return 1
        }
    done
    [ ! -e /dev/full ] ||
        ! build/tumble 3 --png /dev/full --width 64 >"$OLDPWD/out" 2>"$OLDPWD/err"
}

# The program of rivals, of those libraries that are installed.
peers() {
    need pkg-config && (cd "$top" && tar cf - bench collide*.h) | tar xf - &&
        make -s -f bench/peers/peers.mk >/dev/null || return
    build/peers/peers --n 100 --rounds 1 --json kdop6 kdop18 obb_obb sweep_obb_obb \
        sweep_obb_triangle triangle_triangle cylinder_terrain_test cylinder_terrain octree_pairs \
        >rows || return
    build/peers/peers --n 20 --rounds 1 --json mesh_mesh_any mesh_mesh_all tree_build tree_refit \
        --mesh 500 >>rows || return
    python3 - <<'END'
import json
rows = [json.loads(line) for line in open("rows")]
ours = [row for row in rows if row.get("ours")]
wrong = [row for row in ours if any(row.get(key) for key in ("missed", "missed_at_start",
                                                             "invented"))
         or row.get("time_off", 0) > 1e-5]
print(len(rows), len(ours), wrong)
raise SystemExit(bool(wrong) or len({row["case"] for row in ours}) != 13)
END
}

# Libraries that are not installed are named when building, and under each table.
no_peers() {
    (cd "$top" && tar cf - bench collide*.h) | tar xf - &&
        PKG_CONFIG_LIBDIR=/none PKG_CONFIG_PATH='' make -s -f bench/peers/peers.mk >said || return
    build/peers/peers --n 100 --rounds 1 kdop6 >rows && cat said rows
    [ "$(grep -c '^left out: .* not installed' said)" = 4 ] &&
        grep -q '^not installed, so left out: fcl ccd ode bullet' rows
}

# Of the families boxes alone, for programs that are soon compiled.
boxes=-DCOLLIDE_WITH_SAT

# Installed by make, then moved: prefix. A user's umask is not that of the files.
installed() {
    (umask 077 && make -s -C "$top" install DESTDIR="$PWD/all of it" PREFIX=/opt/first) &&
        mv 'all of it/opt/first' 'moved prefix' && prefix="$PWD/moved prefix"
}

pkg_config() {
    need pkg-config && installed || return
    PKG_CONFIG_PATH="$prefix/share/pkgconfig"
    export PKG_CONFIG_PATH
    v=$(pkg-config --modversion collide)
    echo "version $v" && [ "$v" = "$(macros_version)" ] &&
        eval "set -- $(pkg-config --cflags collide) $boxes -DCOLLIDE_REQUIRE_SIMD" || return
    for c in gcc g++; do
        compile $c "$@" "$top/tests/check_use.c" "$top/tests/lint.c" -o use && ./use || return
    done
}

# Of what a command says its end, and only if it fails.
quiet() {
    "$@" >log 2>&1 || { tail -n 8 log && return 1; }
}

# Settings of tests/consumer.
consumer() {
    need cmake && need g++ || return
    quiet env CC=gcc CXX=g++ cmake -Wno-dev -S "$top/tests/consumer" -B build "$@" \
        "-DCMAKE_C_FLAGS=$boxes -DCOLLIDE_REQUIRE_SIMD" \
        "-DCMAKE_CXX_FLAGS=$boxes -DCOLLIDE_REQUIRE_SIMD" &&
        quiet cmake --build build && build/use_c && build/use_cpp
}
find_package() {
    installed && consumer -DCMAKE_PREFIX_PATH="$prefix" -DCOLLIDE_WANTED="$(macros_version)" &&
        grep -F "collide_DIR:PATH=$prefix/" build/CMakeCache.txt
}
fetch_content() { # which installs nothing along with the user's program
    mkdir tree && cp -R "$top"/*.h "$top/CMakeLists.txt" "$top/packaging" tree &&
        tar czf collide.tar.gz tree && consumer -DCOLLIDE_URL="$PWD/collide.tar.gz" &&
        quiet cmake --install build --prefix there && [ ! -e there/include ]
}

# make install and cmake --install: the same files; make uninstall removes them all.
same_files() {
    need cmake && installed &&
        quiet cmake -S "$top" -B build -DCMAKE_INSTALL_PREFIX=/opt/other &&
        quiet env DESTDIR="$PWD/built" cmake --install build && diff -r "$prefix" built/opt/other &&
        silent find "$prefix" built -type f ! -perm 644 &&
        [ "$(find "$prefix" -type f | wc -l)" = 5 ] && echo mine >"$prefix/include/mine.h" &&
        make -s -C "$top" uninstall DESTDIR= PREFIX="$prefix" && find "$prefix" -type f &&
        [ "$(find "$prefix" -type f)" = "$prefix/include/mine.h" ] &&
        [ ! -e "$prefix/share/cmake/collide" ]
}

# In the folder of the sources CMake would write over the Makefile.
in_source() {
    need cmake && mkdir tree && cp -R "$top"/*.h "$top/CMakeLists.txt" "$top/packaging" \
        "$top/Makefile" tree && cd tree && fails 'build in another folder' cmake . &&
        cmp Makefile "$top/Makefile"
}

# Which versions find_package may ask for.
versions() {
    need cmake && installed || return
    IFS=. read -r major minor patch <<END
$(macros_version)
END
    cat >expected <<END
1 $major.$minor
1 $major.$minor.$patch
1 $major.$minor.$patch EXACT
0 $major.$minor.$((patch + 1))
0 $major.$minor.$((patch + 1)) EXACT
0 $major.$((minor + 1))
0 $major.$((minor - 1))
0 $((major + 1))
0 $((major + 1)).$minor
1 $major.$((minor - 1))...$major.$minor
1 $major.$minor...<$major.$((minor + 1))
0 $major.$((minor - 1))...<$major.$minor
0 $major.$((minor + 1))...$((major + 1))
END
    sed 's/^. //' expected >wanted && cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.14)
project(versions LANGUAGES NONE)
file(STRINGS wanted wanted)
foreach(version IN LISTS wanted)
    string(REPLACE " " ";" arguments "${version}")
    find_package(collide ${arguments} CONFIG QUIET)
    file(APPEND got "${collide_FOUND} ${version}\n")
    unset(collide_DIR CACHE)
endforeach()
END
    cmake --version | grep -q ' 3\.1[0-8]\.' && skip 'CMake is older than 3.19'
    quiet cmake -S . -B build -DCMAKE_PREFIX_PATH="$prefix" && diff got expected
}

# Pairs, then a program of examples/fleet.c with its options: the answers are those written here.
fleet_says() {
    case $1 in
    20) answers='20 pairs, 2 hits, hash 464eccdfa9c0e86b' ;;
    1000003) answers='1000003 pairs, 104170 hits, hash 6215a955f74cf36a' ;;
    100000000) answers='100000000 pairs, 10550307 hits, hash ac4e924195e30c0e' ;;
    esac
    pairs=$1
    shift
    "$@" "$pairs" >said 2>noise
    status=$?
    echo "$*:" && cat said noise
    [ $status = 0 ] && ! grep -q '%' noise && [ "$(head -n 1 said)" = "$answers" ]
}
fleet_threads() {
    need gcc && echo 'int main(void) { return 0; }' >empty.c &&
        { gcc -fopenmp empty.c -o empty 2>/dev/null || skip 'no OpenMP'; }
    # shellcheck disable=SC2086
    compile gcc -std=c99 -O2 $boxes "$top/examples/fleet.c" -o one &&
        compile gcc -Ofast -fopenmp $boxes "$top/examples/fleet.c" -o some || return
    for n in 20 1000003; do
        fleet_says $n ./one && fleet_says $n ./one --isa scalar || return
        for threads in 1 2 3; do
            fleet_says $n ./some --threads $threads && grep "threads $threads," said || return
        done
    done
    fleet_says 20 ./one --isa scalar && grep ' scalar:' said || return
    for arguments in 0 -1 1e30 18446744073709551616 '--threads 0' '--isa bogus' '--check 0'; do
        # shellcheck disable=SC2086
        ./some $arguments >said 2>noise
        [ $? = 2 ] && [ ! -s said ] && [ "$(wc -l <noise)" = 1 ] || {
            echo "fleet $arguments:" && cat said noise
            return 1
        }
    done
    fleet_says 1000003 ./some --threads 2 --check 5 && grep '^213571 .* 0 differ$' said || return
    # a bit that is wrong in one answer is seen
    sed '/sweep_pairs(&movers/s/$/ w->bits[0] ^= 1;/' "$top/examples/fleet.c" >wrong.c &&
        compile gcc -std=c99 -O1 -I"$top/examples" $boxes wrong.c -o wrong &&
        ! ./wrong 100 --check 1 >said && grep '^100 .* [1-9][0-9]* differ$' said
}
fleet_processes() {
    need mpicc && need mpirun
    # shellcheck disable=SC2086
    (OMPI_CC=gcc && export OMPI_CC && compile mpicc -std=c99 -O2 -fopenmp -DFLEET_MPI $boxes \
        "$top/examples/fleet.c" -o fleet) || return
    run=mpirun
    ! mpirun --version | grep -q 'Open MPI' || run='mpirun --allow-run-as-root --oversubscribe'
}
fleet_mpi() {
    fleet_processes || return
    for n in 20 1000003; do
        for ranks in 1 2 3; do
            # shellcheck disable=SC2086
            fleet_says $n $run -n $ranks ./fleet --threads $ranks || return
        done
    done
    grep '^processes 3, threads 9,' said
}
fleet_whole() {
    fleet_processes || return
    for threads in 1 2; do
        fleet_says 100000000 ./fleet --threads $threads || return
    done
    # shellcheck disable=SC2086
    fleet_says 100000000 $run -n 2 ./fleet --threads 1 --check 100
}

x86() {
    case $(uname -m) in x86_64) ;; *) skip 'not x86-64' ;; esac
}

# Machine (a prefix of binutils), compiler, flags: none of our operations is fused, those of the
# user after us are; nothing of libm is called.
machine_code() {
    prefix=$1
    shift
    need "${prefix}objdump" && place both && cat >>only.c <<'END' || return
#ifdef __x86_64__
__attribute__((target("fma")))
#endif
float user(float a, float b, float c);
float user(float a, float b, float c) {
    return a * b + c;
}
END
    compile "$@" $impl -c only.c && "${prefix}objdump" -d --no-show-raw-insn only.o >code &&
        awk -F '\t' '/^[0-9a-f]+ </ { f = $1; sub(/.* /, "", f) }
            $2 ~ /^v?fn?m(add|sub|la|ls|[as]\.)/ { print "fused: " f }' code | sort | uniq -c >fused
    cat fused
    [ "$(awk '{ print $3 }' fused)" = '<user>:' ] && needed
}
foreign_code() { # machine, prefix of binutils, compiler, flags
    prefix=$2 compiler=$3
    machine "$1" "$compiler"
    shift 3
    # shellcheck disable=SC2086
    machine_code "$prefix" "$compiler" ${flags#-static} "$@"
}

# Both headers for Microsoft's target, without its headers; -U__clang__: as its own compiler, which
# has none of GNU C.
msvc() {
    place both && machine msvc "$1" || return
    # shellcheck disable=SC2086
    set -- "$@" $strict $flags $impl only.c
    "$@" -fsyntax-only || return
    case "$*" in *-U__clang__*)
        "$@" -E >text && awk '/^# [0-9]+ "/ { ours = $3 ~ /collide/ } ours' text >ours &&
            [ -s ours ] &&
            silent grep -E '__attribute__|__asm|__extension__|__atomic|_(ctz|clz)' ours
        ;;
    esac
}

# Users may be strict; the names that the C library reserves are its own.
all_warnings() {
    place alone && compile "$@" -Weverything -Wno-reserved-macro-identifier -fsyntax-only only.c
}

# Macros of the user's options outlive the header; -E alone would not obey our pragmas.
options_kept() {
    place alone && cat >>only.c <<'END' && compile gcc -Ofast $impl -c only.c
#if !defined(__FAST_MATH__) || !__FINITE_MATH_ONLY__ || !defined(__NO_MATH_ERRNO__) || \
    !defined(__NO_SIGNED_ZEROS__) || !defined(__NO_TRAPPING_MATH__) || \
    !defined(__RECIPROCAL_MATH__) || !defined(__ASSOCIATIVE_MATH__)
#error "the macros of -Ofast are gone"
#endif
END
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

# On a machine that only SIMDe serves.
without_simde() {
    machine aarch64 gcc
    edited 's|simde/x86/sse2.h|nowhere.h|' collide_simd.h aarch64-linux-gnu-gcc -static $impl \
        $scalar check_use.c -o use >said 2>&1 && grep 'SIMDe was not found' said && $runner ./use
}

# What make lint checks, by all checks of clang-tidy or by some.
lint() {
    need clang-tidy && need cppcheck && cd "$top" && make -s lint "$@"
}

# ---- the table -------------------------------------------------------------------------------

families='AABB KDOP SAT SPHERE TRIANGLE OCTREE CYLINDER TERRAIN TREE RAY CABLE'
scalar=-DCHECK_ISA=COLLIDE_ISA_SCALAR without=-DCHECK_WITHOUT=COLLIDE_ISA_

table() {
    check "contents list and marks agree" contents
    check "'Do this' within 40 lines" first_screen
    check "options table and tested macros agree" options
    check "one version in both headers" version
    check "at most 100 columns" silent columns
    check "tables of README.md are of bench/results" tables
    slow check "benchmark: refuses in one line, same hash from all" benchmark
    slow check "examples are strict, C and C++" examples
    while read -r colours arguments; do
        slow check "a picture of ${arguments%% *}" eval "picture $colours $arguments"
    done <<PICTURES
orange,blue teapot examples/data/teapot.off
orange,blue,yellow wheels examples/data/volcano.txt
orange,red,blue,yellow barrels examples/data/volcano.txt
orange,yellow,blue tumble 60
orange,red flight examples/data/teapot.off
red,orange,yellow,blue harness examples/data/teapot.off
red,blue racer 20
PICTURES
    slow check "no picture without libstb-dev, and said" no_picture
    slow check "no picture where it cannot be written, and said" unwritable
    long check "benchmark of rivals: ours is never wrong" peers
    long check "benchmark of rivals: without their libraries" no_peers
    check "no vector is indexed from its x" silent grep -nE \
        '&[][A-Za-z0-9_.>-]*[.>]x( [+-] [a-z]|\)\[| \+ way)' "$top/collide.h" "$top/collide_simd.h"
    check "clang-format is quiet" formatted
    # The analyser takes five minutes.
    slow check "clang-tidy but its analyser, and cppcheck are quiet" lint \
        TIDY=--checks=-clang-analyzer-*
    long check "clang-tidy and cppcheck are quiet" lint

    slow check "the interface has no warnings at all, C" all_warnings clang-19 -std=c99
    slow check "the interface has no warnings at all, C++" all_warnings clang++-19 -std=c++11
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
    check "examples of collide.h compile and print what they say" manual
    slow check "examples of README.md compile" readme
    check "public functions have comments" documented
    check "names in texts are declared" names

    slow check "two units, gcc" two_units gcc gcc
    slow check "two units, C++ calls C" two_units g++ clang
    slow check "two units, C calls C++" two_units clang g++
    slow check "two units, COLLIDE_STATIC, gcc" two_static_units alone gcc
    slow check "two units, COLLIDE_STATIC, clang++" two_static_units both clang++
    check "implementation after a plain include" late alone gcc
    slow check "implementation after a plain include, both, clang++" late both clang++

    slow check "installed, moved, found by pkg-config; C, C++" pkg_config
    slow check "installed, moved, found by CMake; C, C++" find_package
    slow check "fetched by CMake; C, C++" fetch_content
    slow check "make install and cmake --install agree" same_files
    slow check "find_package takes the right versions" versions
    slow check "CMake refuses to build in the folder of the sources" in_source

    slow check "fleet: same hash from all threads and instruction sets" fleet_threads
    slow check "fleet: same hash from all processes" fleet_mpi
    long check "fleet: same hash of a hundred million pairs" fleet_whole

    check "alone runs scalar" build alone gcc $scalar
    slow check "both do not, on x86-64" eval "x86 && build both clang ${without}SCALAR"
    check "COLLIDE_NO_SIMD" build both gcc -DCOLLIDE_NO_SIMD $scalar
    for i in SSE2 AVX2 AVX512; do
        slow check "COLLIDE_NO_$i" build both gcc -DCOLLIDE_NO_$i $without$i
    done
    for i in 'SSE2 AVX2' 'SSE2 AVX512' 'AVX2 AVX512'; do
        long check "COLLIDE_NO_ $i" build both clang \
            -DCOLLIDE_NO_${i% *} -DCOLLIDE_NO_${i#* } $without${i#* }
    done
    slow check "COLLIDE_NO_ SSE2 AVX2 AVX512" eval "x86 && build both gcc $scalar \
        -DCOLLIDE_NO_SSE2 -DCOLLIDE_NO_AVX2 -DCOLLIDE_NO_AVX512"
    for i in $families; do
        check "COLLIDE_NO_$i, alone" build alone gcc -DCOLLIDE_NO_$i
        slow check "COLLIDE_NO_$i, both, g++" build both g++ -DCOLLIDE_NO_$i
        slow check "COLLIDE_NO_$i, declared functions are defined" \
            declared_defined -DCOLLIDE_NO_$i
        check "COLLIDE_WITH_$i, alone" build alone gcc -DCOLLIDE_WITH_$i
        slow check "COLLIDE_WITH_$i, both, g++" build both g++ -DCOLLIDE_WITH_$i
        slow check "COLLIDE_WITH_$i, declared functions are defined" \
            declared_defined -DCOLLIDE_WITH_$i
    done
    while read -r selected; do
        # shellcheck disable=SC2086
        slow check "COLLIDE_WITH_${selected%% *} selects $selected" selects $selected
    done <<SELECTED
AABB
KDOP
SAT
SPHERE
TRIANGLE
OCTREE AABB SPHERE
CYLINDER
TERRAIN CYLINDER
TREE TRIANGLE
RAY
CABLE
SELECTED
    slow check "COLLIDE_WITH_ TREE TERRAIN, COLLIDE_NO_TREE" build alone gcc \
        -DCOLLIDE_WITH_TREE -DCOLLIDE_WITH_TERRAIN -DCOLLIDE_NO_TREE
    slow check "COLLIDE_NO_ KDOP SAT, alone, clang" \
        build alone clang -DCOLLIDE_NO_KDOP -DCOLLIDE_NO_SAT
    slow check "COLLIDE_NO_ KDOP SAT, both, gcc" \
        build both gcc -DCOLLIDE_NO_KDOP -DCOLLIDE_NO_SAT
    check "COLLIDE_REQUIRE_SIMD, alone, is an error" \
        fails 'error.*COLLIDE_REQUIRE_SIMD' build alone gcc -DCOLLIDE_REQUIRE_SIMD
    slow check "COLLIDE_REQUIRE_SIMD, both; COLLIDE_ASSERT of the user" build both clang \
        -DCOLLIDE_REQUIRE_SIMD '-DCOLLIDE_ASSERT(x)=((x)?(void)0:__builtin_trap())'
    slow check "COLLIDE_SIMD_FILENAME, header renamed" renamed
    for part in MAJOR MINOR PATCH; do
        check "a mismatch of versions is an error, $part" \
            fails 'error.*collide_simd.h is of version' \
            edited "s/\(define COLLIDE_VERSION_$part\) .*/\1 99/" collide.h build both gcc
    done
    check "collide_simd.h by itself is an error" fails 'error.*include collide.h, not' \
        eval 'need gcc && place both && gcc -fsyntax-only -x c collide_simd.h'

    slow check "clang -ffast-math drops infinities: an error" \
        fails 'error.*add -fno-finite-math-only' build alone clang -ffast-math
    slow check "clang for i386 without SSE2: an error" \
        fails 'error.*compile with -msse2' build alone clang -m32
    slow check "x86-64 without SSE2: an error" \
        fails 'error.*compile with -msse2' build alone gcc -mno-sse2
    slow check "a double of 32 bits: an error" \
        fails 'error.*needs IEEE 754' build alone gcc -U__DBL_MANT_DIG__ -D__DBL_MANT_DIG__=24
    slow check "SIMDe is not there: scalar, and said" without_simde
    for c in clang-14 clang-19; do
        slow check "windows-msvc, $c" msvc $c -x c -std=c11
        slow check "windows-msvc, $c, C++" msvc $c -x c++ -std=c++17
        slow check "as MSVC, $c" msvc $c -x c -std=c11 -march=x86-64-v4 -U__clang__
        slow check "as MSVC, $c, C++" msvc $c -x c++ -std=c++17 -march=x86-64-v4 -U__clang__
    done

    check "linked without -lm" eval 'place alone && compile gcc $impl only.c -shared -fPIC \
        -nostdlib -Wl,-z,defs -lc -o use.so'
    for flags in 'gcc -O0' 'gcc -O2' 'clang -O0' 'clang -O2'; do
        slow check "external symbols are collide_, undefined ones few, $flags" symbols $flags
    done
    slow check "COLLIDE_STATIC: no external symbols, gcc" no_symbols gcc
    slow check "COLLIDE_STATIC: no external symbols, clang" no_symbols clang
    slow check "declared functions are defined, no others" declared_defined

    slow check "armv7 machine code, clang-14 -O3 $safe -mfpu=neon-vfpv4" \
        foreign_code armv7 arm-linux-gnueabihf- clang-14 -O3 $safe -mfpu=neon-vfpv4
    # tier on x86-64, on aarch64, compiler and flags
    while read -r tier other flags; do
        $tier check "x86-64 machine code, $flags" eval "x86 && machine_code '' $flags"
        flags=$(echo "$flags" | sed 's/ -march=[a-z]*//')
        case $flags in gcc*) flags=aarch64-linux-gnu-$flags ;; esac
        $other check "aarch64 machine code, $flags" \
            foreign_code aarch64 aarch64-linux-gnu- $flags
    done <<FLAGS
slow long gcc -O2
long slow gcc -O3 -march=native
slow slow gcc -Ofast -march=native
slow long clang -O2
long long clang -O3 -march=native
slow slow clang -O3 -march=native $safe
long slow clang-19 -O2 -march=haswell
slow long clang-19 -O3 -march=native -Wno-invalid-feature-combination $safe
FLAGS
    check "macros of -Ofast stay, gcc" options_kept
}

run_table
