#!/bin/sh
# TAP: the examples: in the manual, in README.md, in examples/, their pictures, the fleet on
# threads and in processes.
. "$(dirname "$0")/table.sh"

# The implementation, for examples to link with.
implementation() {
    place both && object both gcc -std=c99 -O2
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
    compile gcc -std=c99 snippet.c "$object" -o snippet && ./snippet >printed &&
        compile g++ -std=c++11 -c snippet.c -o snippet.o && g++ snippet.o "$object" -o snippet &&
        ./snippet | diff printed -
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
# A program of one file, as C and as C++; its output is in file printed. It compiles the families
# itself: but in the full tier those that it calls, since readme.sh compiles it with all.
program() {
    called='-DCOLLIDE_WITH_OCTREE -DCOLLIDE_WITH_SAT -DCOLLIDE_WITH_RAY'
    [ "$mode" != full ] || called=''
    # shellcheck disable=SC2086
    cp "$1" program.c && compile gcc -std=c99 $called program.c -o program &&
        ./program >printed && compile g++ -std=c++11 $called program.c -o program &&
        ./program | diff printed -
}
readme() {
    implementation && cat "$top/README.md" "$top/SECURITY.md" |
        awk '/^```/ && on { close(f); on = 0; next } on { print > f }
        /^```c$/ { on = 1; f = "block" ++n }' && [ -f block1 ] || return
    for block in block*; do
        if grep -q 'define COLLIDE_STATIC' "$block"; then
            program "$block"
        elif ! grep -qv '^#' "$block"; then # the file with the implementation
            cp "$block" unit.c && compile gcc -std=c99 -fsyntax-only unit.c && : >printed
        else snippet <"$block"; fi || return
        sed -n 's|^ *// prints: ||p' "$block" | diff - printed || { cat "$block" && return 1; }
    done
    grep -q '^ *// prints: ' block1
}

# Examples without the implementation, which has rows of its own.
examples() {
    mkdir examples tests && place both && cp "$folder/both"/examples/*.[ch] examples &&
        cp "$folder/both"/tests/s*.h tests || return
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
    own=-DEXAMPLE_NO_PNG linked both "$top/examples/teapot.c" teapot gcc -std=c99 -O2 || return
    ./teapot "$top/examples/data/teapot.off" --png out.png >out 2>err
    [ $? = 2 ] && [ ! -s out ] && [ ! -e out.png ] && [ "$(wc -l <err)" = 1 ] &&
        grep libstb-dev err
}

# Where a picture cannot be written: before the work, if that can be known.
unwritable() {
    [ -e /usr/include/stb/stb_image_write.h ] || skip 'libstb-dev is not installed'
    make -s -C "$top" build/teapot build/tumble && cd "$top" || return
    for options in '--png /none/x.png' '--png /' '--png' '--png --width' '--width 1' \
        '--width 9x'; do
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

# The places in examples/game.c: the hash that is written here, from compilers that fuse products
# with sums or vectorise, and from one that does neither. Compiler, flags of the program alone.
game_says() {
    compile "$@" -DCOLLIDE__IMPLEMENTED "$top/examples/game.c" -x none "$object" -o game &&
        ./game 8 >said && grep '^after 8 frames 97ef4f5aa78d47ab, .* 97ef4f5aa78d47ab$' said || {
        echo "$*:" && cat said
        return 1
    }
}
game() {
    object both gcc -std=c99 -O2 || return
    game_says clang -std=c99 -O0 || return
    ! grep -qs ' fma ' /proc/cpuinfo ||
        game_says g++ -std=c++11 -O2 -mfma -ffp-contract=fast || return
    [ "$mode" != full ] || { game_says gcc -std=c99 -O3 && game_says clang -std=c99 -O1; }
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
    fast=$loose # an object of golden.sh
    [ "$mode" != full ] || fast='-Ofast -march=native'
    # shellcheck disable=SC2086
    linked both "$top/examples/fleet.c" one gcc -std=c99 -O2 &&
        own=-fopenmp linked both "$top/examples/fleet.c" some gcc $fast || return
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
    sed '/sweep_pairs(&boxes/s/$/ w->bits[0] ^= 1;/' "$top/examples/fleet.c" >wrong.c &&
        own="-I../both/examples" linked both wrong.c wrong gcc -std=c99 -O2 &&
        ! ./wrong 100 --check 1 >said && grep '^100 .* [1-9][0-9]* differ$' said
}
fleet_processes() {
    need mpicc && need mpirun
    object both gcc -std=c99 -O2 || return
    (OMPI_CC=gcc && export OMPI_CC && compile mpicc -std=c99 -O2 -fopenmp -DFLEET_MPI \
        -DCOLLIDE__IMPLEMENTED "$top/examples/fleet.c" "$object" -o fleet) || return
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

table() {
    check "examples of collide.h compile and print what they say" manual
    slow check "programs of README.md and SECURITY.md print what they say" readme
    slow check "examples are strict, C and C++" examples
    while read -r colours arguments; do
        slow check "a picture of ${arguments%% *}" eval "picture $colours $arguments"
    done <<PICTURES
orange,blue teapot examples/data/teapot.off
orange,blue,yellow wheels examples/data/volcano.txt
orange,red,blue,yellow barrels examples/data/volcano.txt
orange,yellow,blue tumble 60
orange,blue,yellow flight examples/data/teapot.off
red,orange,blue harness examples/data/teapot.off
orange,red,blue vibration
red,blue racer 20
orange,blue,yellow contacts
orange,yellow,blue distance
orange stack 1 3 4
orange,blue,yellow level
red,orange,blue,yellow vehicle examples/data/volcano.txt
orange,blue,yellow touches
orange,blue volumes examples/data/teapot.off
orange,blue field
red,blue clearance examples/data/teapot.off
orange,red,blue,yellow gears 10
orange,blue,yellow game 20
orange,blue robot
PICTURES
    slow check "no picture without libstb-dev, and said" no_picture
    slow check "no picture where it cannot be written, and said" unwritable

    slow check "game: same hash from all compilers" game
    slow check "fleet: same hash from all threads and instruction sets" fleet_threads
    slow check "fleet: same hash from all processes" fleet_mpi
    long check "fleet: same hash of a hundred million pairs" fleet_whole
}

run_table
