#!/bin/sh
# Prints the path of an object that holds the headers' implementation, for programs to link with:
#
#     sh tests/object.sh COMPILER FLAGS...           collide.h and collide_simd.h
#     sh tests/object.sh --alone COMPILER FLAGS...   collide.h, as if collide_simd.h were not there
#
# The object is compiled unless build/objects has one of these headers, this compiler and these
# flags. A program that links it defines COLLIDE__IMPLEMENTED, or does not ask for the
# implementation. C++ compilers compile it as C++. All warnings are errors.
top=$(cd "$(dirname "$0")/.." && pwd)
headers=both
[ "$1" != --alone ] || { headers=alone && shift; }
compiler=$1
shift
for flag; do # without what clang refuses where nothing is linked, and what is so anyway
    shift
    case $flag in -static | -O0) ;; *) set -- "$@" "$flag" ;; esac
done
path=$(command -v "$compiler") || { echo "$compiler is not installed" >&2 && exit 77; }
case $compiler in *++*) set -- "$@" -x c++ ;; esac
sum() {
    cat "$@" | cksum | tr -c '0-9\n' -
}
key=$({ readlink -f "$path" && "$compiler" --version && echo "$headers $*"; } |
    sed "2s/^[^ ]*//" | sum)
# A folder for each text of the headers has a copy of it, which is what compilers read, so that an
# object is always of the text it is found by, whoever writes the headers meanwhile.
objects=$top/build/objects
folder=$objects/$(sum "$top/tests/headers.c" "$top/collide.h" "$top/collide_simd.h")
if [ ! -d "$folder" ]; then
    # Objects of headers that are no more, unless another run may still link them.
    mkdir -p "$objects" && find "$objects" -mindepth 1 -maxdepth 1 -mmin +60 -exec rm -rf {} +
    new=$(mktemp -d "$objects/new.XXXXXX") && mkdir "$new/both" "$new/alone" &&
        cp "$top/collide.h" "$top/collide_simd.h" "$new/both" && cp "$new/both/collide.h" \
        "$new/alone" && cp "$top/tests/headers.c" "$new" || exit
    folder=$objects/$(sum "$new/headers.c" "$new/both/collide.h" "$new/both/collide_simd.h")
    mv -T "$new" "$folder" 2>/dev/null || rm -rf "$new" # another run was first
fi
object=$folder/$key.o
if [ ! -f "$object" ]; then
    exec 9>"$object.lock"
    flock 9
    if [ ! -f "$object" ]; then # a compiler that never ends has failed
        timeout 900 "$compiler" -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
            -Wdouble-promotion -Werror "$@" \
            -I"$folder/$headers" -c "$folder/headers.c" -o "$object.$$" >&2 &&
            mv "$object.$$" "$object" || exit
    fi
fi
echo "$object"
