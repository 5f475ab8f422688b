#!/bin/sh
# TAP: the benchmark refuses what it cannot take and answers alike on every instruction set; the
# rivals that are installed never find us wrong.
. "$(dirname "$0")/table.sh"

# What the benchmark cannot take: one line, exit 2.
refused() {
    ./bench "$@" >out 2>err
    [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || {
        echo "bench $*:" && cat out err
        return 1
    }
}
benchmark() {
    level=-O0 linked both "$top/bench/bench.c" bench gcc -std=c99 -O2 && ./bench list >list &&
        ./bench isas >isas && grep -q kdop18 list && head -n 1 isas | grep -q scalar || return
    refused nothing && refused list all && refused isas all && refused run nothing &&
        refused run kdop18 --isa mmx && refused run kdop18 --size L &&
        refused run kdop18 --n 0 && refused run kdop18 --what 1 && refused run kdop18 --n &&
        refused run mesh_mesh_any --size none.off && refused run cable_box --size hits9 &&
        refused run ray_tree --size -any && refused run ray_terrain --size volcano &&
        refused run kdop18 --seed 18446744073709551616 && refused run cloud_shapes --size few &&
        refused run distance_convex --size v3 && refused run within_obb_obb --size m.1-few &&
        refused run contacts_obb_tree --size bumpy && refused run distance_tree --size nearly &&
        refused run distance_tree --size near- && refused run within_tree --size m.2 &&
        refused run point_tree --size inside || return
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
    for c in "kdop18 --n 512" "ray_tree --size 500 --n 256" "ray_terrain --size 32 --n 256" \
        "kdop18_from_obb --n 64" "kdop18_pack_build --n 67" "obb_pack_build --n 67" \
        "distance_capsule_obb --n 67" "distance_convex --size v16-many --n 67" \
        "distance_sphere_obb --size bracket --n 67" "within_obb_obb --size m.1-many --n 67" \
        "contacts_obb_obb --size random --n 67" "contacts_convex --n 67" \
        "contacts_obb_tree --n 67" "contacts_capsule_tree --size flat --n 67" \
        "contacts_sphere_tree --n 67" \
        "point_tree --size near-500 --n 67" "distance_tree --size apart-500 --n 67" \
        "distance_tree --size near-500 --n 67" "within_tree --size m.1-500 --n 67" \
        "motion_tree --size 500 --n 20" \
        "cable_clearance --n 3" "cable_clearance --n 3 --size cable" \
        "nearest_pack --n 67" "octree_nearest --n 67" "cloud_shapes --n 9997" "cloud_shapes --size any --n 9997" \
        "cloud_shapes --size nearest --n 9997" "cloud_shapes --size spheres --n 9997"; do
        for i in $(cat isas) single; do
            # shellcheck disable=SC2086 # a case and its options
            ./bench run $c --repeat 1 --isa "$i" >line || return
            grep -o 'hash=[0-9a-f]*' line >>hashes || return
        done
        [ "$(sort -u hashes | wc -l)" = 1 ] || { echo "$c" && cat hashes && return 1; }
        rm hashes
    done
}

# Trees of large meshes: answers are those of a scan, which the program checks itself.
growth() {
    linked both "$top/bench/growth.c" growth gcc -std=c99 -O2 && ./growth 20000 >line &&
        python3 -c 'import json; assert json.load(open("line"))["triangles"] >= 20000' || return
    for arguments in '' 0 -1 x 1e6 200000001; do
        # shellcheck disable=SC2086
        ./growth $arguments >out 2>err
        [ $? = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || return
    done
}

# The program of rivals, of those libraries that are installed.
peers() {
    need pkg-config && (cd "$top" && tar cf - bench collide*.h) | tar xf - &&
        make -s -f bench/peers/peers.mk >/dev/null || return
    build/peers/peers --n 100 --rounds 1 --json kdop6 kdop18 obb_obb sweep_obb_obb \
        sweep_obb_triangle triangle_triangle cylinder_terrain_test cylinder_terrain octree_pairs \
        ray_terrain kdop18_from_obb kdop18_pack_build obb_pack_build \
        >rows || return
    build/peers/peers --n 20 --rounds 1 --json mesh_mesh_any mesh_mesh_all tree_build tree_refit \
        ray_tree ray_tree_any --mesh 500 >>rows || return
    make -s -f bench/peers/peers.mk build/peers/distances >/dev/null &&
        build/peers/distances --json capsule-obb:near obb-obb:near m.1 >distances || return
    make -s -f bench/peers/peers.mk build/peers/mesh_distances >/dev/null &&
        build/peers/mesh_distances --json --mesh 300 --n 50 >meshes || return
    make -s -f bench/peers/peers.mk build/peers/motions >/dev/null &&
        build/peers/motions --json --mesh 300 --n 200 >motions || return
    python3 - <<'END'
import json
rows = [json.loads(line) for line in open("rows")]
ours = [row for row in rows if row.get("ours")]
wrong = [row for row in ours if any(row.get(key) for key in ("missed", "missed_at_start",
                                                             "invented"))
         or row.get("time_off", 0) > 1e-5]
pairs = [json.loads(line) for line in open("distances")]
ours_of = [row for row in pairs if "," not in row["way"]]
differ = [row for row in ours_of if row["wrong"]]
meshes = [json.loads(line) for line in open("meshes")]
ours_of_meshes = [row for row in meshes if row["ours"]]
not_held = [row for row in ours_of_meshes if row["wrong"]]
motions = [json.loads(line) for line in open("motions")]
ours_of_motions = [row for row in motions if row["ours"]]
untrue = [row for row in ours_of_motions if row["missed"] or row["late"] or row["early"]]
print(len(rows), len(ours), wrong, len(pairs), differ, len(meshes), not_held, len(motions), untrue)
raise SystemExit(bool(wrong or differ or not_held or untrue) or len(ours_of_motions) != 4 or
                 len({(row["case"], row["size"]) for row in ours_of_meshes}) != 5 or len({row["case"] for row in ours}) != 19 or
                 len({(row["pair"], row["gap"]) for row in ours_of}) != 3)
END
}

# Libraries that are not installed are named when building, and under each table.
no_peers() {
    (cd "$top" && tar cf - bench collide*.h) | tar xf - &&
        PKG_CONFIG_LIBDIR=/none PKG_CONFIG_PATH='' make -s -f bench/peers/peers.mk EMBREE= CGAL= >said || return
    build/peers/peers --n 100 --rounds 1 kdop6 >rows && cat said rows
    [ "$(grep -c '^left out: .* not installed' said)" = 6 ] &&
        grep -q '^not installed, so left out: fcl ccd ode bullet embree' rows
}

table() {
    slow check "benchmark: refuses in one line, same hash from all" benchmark
    slow check "growth: large meshes are checked, refused in one line" growth
    long check "benchmark of rivals: ours is never wrong" peers
    long check "benchmark of rivals: without their libraries" no_peers
}

run_table
