#!/bin/sh
# TAP: the commands that README.md, docs/ and examples/README.md tell the reader to type, the output
# that README.md and the programs of docs/ promise, the numbers that examples/README.md says examples
# print, and links.
. "$(dirname "$0")/table.sh"

# shellcheck disable=SC2154 # top and folder are of table.sh
# The project as a user gets it, in the current folder; thousands of files for fuzzing in the full
# tier alone.
clone() {
    out=tests/corpus/
    [ "$mode" != full ] || out=none/
    (cd "$top" && { git ls-files 2>/dev/null | grep . || find . -path ./build -prune -o -type f \
        -print; } | grep -v "^\(\./\)*$out" | tar cf - -T -) | tar xf -
}

pages() {
    (cd "$top" && ls README.md docs/*.md examples/README.md)
}

# Commands are lines of four spaces outside of fences, without a comment after #.
typed() {
    for page in $(pages); do
        awk '/^```/ { fenced = !fenced } !fenced && /^    [^ #]/' "$top/$page"
    done | sed 's/^    //; s/  *# .*//'
}

# Each link leads to a file that is there.
links() {
    for page in $(pages) CHANGELOG.md SECURITY.md; do
        grep -oE '\]\([^)#]+' "$top/$page" | sed 's/^](//' | grep -v '^https:' |
            while IFS= read -r link; do
                [ -e "$top/$(dirname "$page")/$link" ] || echo "$page: $link is not there"
            done
    done
}

# Command: the tier that runs it (self: it is a tier), and what it needs.
how() {
    case $1 in
    'make test' | 'make test-full') echo self make ;;
    'make demo' | 'make install '* | 'make fleet '* | 'make build/quickstart '*) echo slow make ;;
    'cc -O2 main.c -o main '*) echo slow cc ;;
    'make web' | *http.server*) echo long emcc ;;
    'make site') echo long mkdocs ;;
    'make test-web' | 'make test-site') echo long chromium ;;
    'make '* | COLLIDE_TEST_ONLY=*) echo long make ;;
    *pkg-config*) echo long pkg-config ;;
    mpirun*) echo slow mpirun ;;
    aarch64-linux-gnu-gcc*) echo long qemu-aarch64 ;;
    clang-14*wasm*) echo long node ;;
    x86_64-w64-mingw32-gcc*) echo long wine ;;
    *) echo quick unknown ;;
    esac
}

# What is needed, command.
told() {
    case $1 in
    unknown) echo 'no test knows how to run it' && return 1 ;;
    chromium | emcc | mkdocs | mpirun | node | pkg-config | qemu-aarch64 | wine) need "$1" ;;
    esac
    case ${2%% *} in *=*) ;; *) need "${2%% *}" ;; esac
    clone && ln -s "$folder/simde" SIMDE && mkdir build &&
        awk '/^```$/ { exit } on { print } /^```c$/ { on = 1 }' "$top/README.md" >main.c || return
    for f in headers.o examples/*.c "$top"/build/stb.*; do # what make test has built already
        f=$top/build/$(basename "$f" .c)
        [ ! -f "$f" ] || cp -p "$f" build || return
    done
    # the same with less: a few rounds, a second of fuzzing
    export PEERS='--n 100 --rounds 1 kdop6' RESULTS='--rounds 1 --only kdop6' FUZZ_SECONDS=1
    export WINEDEBUG=-all WINEPREFIX="$folder/wine" OMPI_ALLOW_RUN_AS_ROOT=1 \
        OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
        OMPI_MCA_rmaps_base_oversubscribe=1
    export HOME="$PWD/home"
    case $2 in
    *pkg-config*) make -s install PREFIX="$HOME/.local" || return ;;
    *fleet-mpi) make -s fleet || return ;;
    esac
    case $mode,$2 in # a hundredth of the pairs
    normal,*build/fleet | normal,*build/fleet-mpi) set -- "$1" "$2 1000003" ;;
    normal,'make demo') # what no picture in examples.sh runs alike, nor the row on the racer
        [ ! -e /usr/include/stb/stb_image_write.h ] || set -- "$1" \
            "$2 EXAMPLES='$(printf 'build/%s ' quickstart tumble cost gears game)'"
        ;;
    esac
    case $2 in
    *http.server*) # it is enough that it begins
        make -s web && timeout 5 sh -ec "exec $2 0"
        [ $? = 124 ]
        ;;
    *main.c*'&&'*) # the first program of README.md, on this machine or another one
        sh -ec "$2" </dev/null >said && sed -n 's|^ *// prints: ||p' main.c >promised &&
            [ -s promised ] && tr -d '\r' <said | diff promised -
        ;;
    *) sh -ec "$2" </dev/null ;;
    esac
}

# The C blocks of a page, in order, are one program, which prints what its comments promise.
blocks() {
    place both && awk '/^```$/ { on = 0 } on { print } /^```c$/ { on = 1 }' "$top/$1" >page.c
    if grep -q '^int main' page.c; then
        linked both page.c page gcc -std=c99 -O2 && ./page >said &&
            sed -n 's|^ *// prints: ||p' page.c >promised && [ -s promised ] && diff promised said
    else
        compile gcc -std=c99 -DCOLLIDE__IMPLEMENTED -fsyntax-only page.c
    fi
}

# What the racer prints is what examples/README.md says of it.
racer() {
    told make 'make -s build/racer && build/racer' >said || return
    cat said
    for words in "1/50 s, $(sed -n 's/.*: \(.*\) pairs\. .*/\1/p' said) pairs" \
        "posts, $(awk '/^4 .*single/ { print $6 }' said) collisions" \
        "miss $(awk '/^1 .*single/ { print $8 }' said) of" \
        "invent $(awk '/^3 .*single/ { print $9 }' said)," \
        "turn by up to $(sed -n 's/^Up to \(.*\) at most 1 verdict.*/\1/p' said), at most 1 verdict"; do
        tr '\n' ' ' <"$top/examples/README.md" | sed 's/\([0-9]\),\([0-9]\)/\1\2/g' |
            grep -qF "$words" || { echo "not in examples/README.md: $words" && return 1; }
    done
}

table() {
    [ -n "$number" ] || typed | sort -u >"$folder/typed"
    while IFS= read -r command; do
        # shellcheck disable=SC2046
        set -- $(how "$command")
        [ "$1" = self ] || $1 check "pages say: $command" told "$2" "$command"
    done <"$folder/typed"
    check "links in pages lead to files" silent links
    for page in $(cd "$top" && grep -l '^```c$' docs/*.md); do
        check "the C blocks of $page" blocks "$page"
    done
    slow check "examples/README.md says what the racer prints" racer
}

run_table
