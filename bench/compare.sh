#!/bin/sh
# hyperfine over whole runs of each case on each instruction set: build/compare/CASE.json, CASE.md
# and all.md.
# Making the input is part of them: repeats keep it small.
set -eu
mkdir -p build/compare
isas=$(build/bench isas | paste -sd,),single
for case in $(build/bench list); do
    case $case in
    membw) continue ;; # the same on all
    kdop18_all) options='--n 4096 --repeat 20' ;;
    tree_*) options='--n 1 --repeat 400' ;;
    cable_* | spline_*) options='--n 4096 --repeat 10' ;;
    mesh_mesh_sweep) options='--n 100 --repeat 4' ;;
    mesh_*) options='--n 1000 --repeat 2' ;;
    movers_*) options='--n 1000 --repeat 4' ;;
    ray_* | *_pack_build | *_from_*) options='--n 4096 --repeat 40' ;;
    octree_*) options='--n 4096 --repeat 10' ;;
    sweep_convex | cylinder_*) options='--n 4096 --repeat 20' ;;
    *) options='--n 4096 --repeat 400' ;;
    esac
    hyperfine -N --warmup 1 --min-runs 5 --parameter-list isa "$isas" \
        --export-json "build/compare/$case.json" --export-markdown "build/compare/$case.md" \
        "build/bench run $case $options --isa {isa}"
done
{
    echo "# Whole commands, by hyperfine"
    for case in $(build/bench list); do
        [ ! -f "build/compare/$case.md" ] || { printf '\n' && cat "build/compare/$case.md"; }
    done
} >build/compare/all.md
echo "build/compare/all.md has all tables"
