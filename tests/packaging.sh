#!/bin/sh
# TAP: installed by make or CMake, or fetched by CMake: users find the headers, in any folder.
. "$(dirname "$0")/table.sh"

# Of the families boxes alone, for programs that are soon compiled.
boxes="-DCOLLIDE_WITH_SAT $narrow"

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
        compile $c "$@" "$top/tests/check_use.c" "$top/tests/headers.c" -o use && ./use || return
    done
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

# Which versions find_package may ask for, if that of the next minor number is installed.
versions() {
    need cmake && installed || return
    IFS=. read -r major minor patch <<END
$(macros_version)
END
    sed -i "s/\"$major.$minor.$patch\"/\"$major.$((minor + 1)).$patch\"/" \
        "$prefix/share/cmake/collide/collide-config-version.cmake"
    minor=$((minor + 1))
    cat >expected <<END
1 $major
1 $major.$((minor - 1))
0 $major.$((minor - 1)) EXACT
1 $major.$minor
1 $major.$minor.$patch
1 $major.$minor.$patch EXACT
0 $major.$minor.$((patch + 1))
0 $major.$minor.$((patch + 1)) EXACT
0 $major.$((minor + 1))
0 $((major - 1)).$minor
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

# A shared library of which COLLIDE_API says what it exports, and a program that calls it.
shared_library() {
    export='-DCOLLIDE_API=__attribute__((visibility("default")))'
    echo '#include "collide.h"' >only.c
    for c in gcc g++; do
        compile $c "$export" -I"$top" $boxes $impl -fvisibility=hidden -fPIC -shared only.c \
            -o libcollide.so &&
            compile $c "$export" -I"$top" $boxes "$top/tests/check_use.c" -o use -L. -lcollide \
                -Wl,-rpath,"$PWD" && ./use || return
        silent sh -c "nm -D --defined-only libcollide.so | grep -v ' T collide_[a-z]'" || return
    done
}
dll() {
    c=x86_64-w64-mingw32-gcc
    need $c && need wine && echo '#include "collide.h"' >only.c
    compile $c '-DCOLLIDE_API=__declspec(dllexport)' -I"$top" $boxes $impl -shared only.c \
        -o collide.dll &&
        compile $c '-DCOLLIDE_API=__declspec(dllimport)' -I"$top" $boxes \
            "$top/tests/check_use.c" collide.dll -o use.exe && run_windows ./use.exe
}

table() {
    slow check "installed, moved, found by pkg-config; C, C++" pkg_config
    slow check "installed, moved, found by CMake; C, C++" find_package
    slow check "fetched by CMake; C, C++" fetch_content
    slow check "make install and cmake --install agree" same_files
    slow check "find_package takes the right versions" versions
    slow check "a shared library exports what COLLIDE_API says; C, C++" shared_library
    slow check "a DLL exports what COLLIDE_API says" dll
    slow check "CMake refuses to build in the folder of the sources" in_source
}

run_table
