#!/bin/sh
# Runs each fuzz target, and fuzz_calls on each family, for so many seconds; prints the inputs a
# second, the edges and the functions reached, and the most that one input took. It ends at the
# first input that fails, which is left in build. Build the targets first: make fuzz-long.
#
#     sh tests/fuzz_long.sh [SECONDS] [NAMES...]      default: 60, and all
#
# FUZZ_NICE is its priority, 19 if it is not set.
cd "$(dirname "$0")/.." || exit
seconds=${1:-60}
[ $# = 0 ] || shift
[ $# != 0 ] || set -- builders identity \
    $(ls src | grep -vE '^(frame|.*\.(py|list|md))$')
printf '%-10s %10s %10s %8s %10s %10s\n' target inputs 'a second' edges functions slowest
for name; do
    target=calls
    [ ! -f "tests/fuzz_$name.c" ] || target=$name
    corpus=build/corpus/$name
    mkdir -p "$corpus" "tests/corpus/$target"
    log=build/fuzz_$name.log
    FUZZ_FAMILY=$name nice -n "${FUZZ_NICE:-19}" "build/fuzz_$target" -max_total_time="$seconds" -max_len=160 \
        -len_control=0 -print_final_stats=1 -print_funcs=0 -print_coverage=1 -timeout=600 \
        -artifact_prefix=build/ "$corpus" "tests/corpus/$target" >"$log" 2>&1
    status=$?
    awk -v name="$name" '
        /^stat::number_of_executed_units/ { inputs = $2 }
        /^stat::average_exec_per_sec/ { rate = $2 }
        /^stat::slowest_unit_time_sec/ { slowest = $2 }
        /cov: / { for (i = 1; i < NF; ++i) if ($i == "cov:") edges = $(i + 1) }
        /^COVERED_FUNC:.* collide_[a-z0-9]/ { ++functions }
        END { printf "%-10s %10d %10d %8d %10d %9ds\n", name, inputs, rate, edges, functions,
              slowest }' "$log"
    if [ $status != 0 ]; then
        grep -E 'ERROR|runtime error|SUMMARY|Test unit|fuzz_[a-z]*\.c:' "$log" | head -n 8
        exit 1
    fi
done
