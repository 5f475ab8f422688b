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
sum=$(cat "$top"/collide*.h "$top/tests/headers.c" | cksum | tr -c '0-9\n' -)
case $compiler in *++*) set -- "$@" -x c++ ;; esac
folder=$top/build/objects/$sum
key=$({ readlink -f "$path" && "$compiler" --version && echo "$headers $*"; } |
    sed "2s/^[^ ]*//" | cksum | tr -c '0-9\n' -)
object=$folder/$key.o
if [ ! -f "$object" ]; then
    # Objects of headers that are no more, unless another run may still link them.
    [ -d "$folder" ] || find "$top/build/objects" -mindepth 1 -maxdepth 1 -mmin +60 \
        -exec rm -rf {} + 2>/dev/null
    mkdir -p "$folder/include" || exit
    include=$top
    if [ $headers = alone ]; then
        cp "$top/collide.h" "$folder/include" && include=$folder/include || exit
    fi
    exec 9>"$object.lock"
    flock 9
    if [ ! -f "$object" ]; then
        "$compiler" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror "$@" \
            -I"$include" -c "$top/tests/headers.c" -o "$object.$$" >&2 &&
            mv "$object.$$" "$object" || exit
    fi
fi
echo "$object"
