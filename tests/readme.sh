#!/bin/sh
# TAP: what README.md and examples/README.md tell the reader to type, and the numbers that they
# say examples print.
. "$(dirname "$0")/table.sh"

# The project as a user gets it, in the current folder.
clone() {
    (cd "$top" && { git ls-files 2>/dev/null | grep . || find . -path ./build -prune -o -type f \
        -print; } | tar cf - -T -) | tar xf -
}

# What is typed: lines of four spaces outside of fences, without what comes after a #.
typed() {
    for page in README.md examples/README.md; do
        awk '/^```/ { fenced = !fenced } !fenced && /^    [^ #]/' "$top/$page"
    done | sed 's/^    //; s/  *# .*//'
}

# Each command is in the table below, and nothing else is.
listed() {
    typed | sort -u >typed
    sed -n '/<<COMMANDS$/,/^COMMANDS$/s/^[a-z]* *[a-z]* | //p' "$top/tests/readme.sh" | sort -u |
        diff typed -
}

# What is needed, command. A project named app is that of the reader.
told() {
    case $1 in
    web) need emcc ;;
    chromium) need emcc && need chromium ;;
    cross) need aarch64-linux-gnu-gcc && need clang-14 && need x86_64-w64-mingw32-gcc &&
        need wine && need qemu-aarch64 && need node ;;
    mpi) need mpicc && need mpirun ;;
    *) [ "$1" = make ] || need "$1" ;;
    esac
    clone && ln -s "$folder/simde" SIMDE &&
        awk '/^```$/ { exit } on { print } /^```c$/ { on = 1 }' "$top/README.md" >main.c || return
    # the same with less: a few rounds, a second of fuzzing
    export PEERS='--n 100 --rounds 1 kdop6' RESULTS='--rounds 1 --only kdop6' FUZZ_SECONDS=1
    export WINEDEBUG=-all WINEPREFIX="$folder/wine" OMPI_ALLOW_RUN_AS_ROOT=1 \
        OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
        OMPI_MCA_rmaps_base_oversubscribe=1
    sh -ec "$2" </dev/null
}

table() {
    check "commands of README.md are those that are run" listed
    # the tier of this script that runs it (self: it is a tier), what it needs, the command
    while IFS= read -r line; do
        command=${line#* | } words=${line%% | *}
        # shellcheck disable=SC2086
        set -- $words
        [ "$1" = self ] || $1 check "README.md: $command" told "$2" "$command"
    done <<COMMANDS
COMMANDS
}

run_table
