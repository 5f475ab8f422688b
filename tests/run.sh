#!/bin/sh
# Runs programs and scripts that speak TAP, and shows all but what passed; the last line is the
# tally. They run side by side, but only JOBS programs and rows of scripts at a time: each takes a
# slot, an empty line of the pipe that is file 7, and gives it back. prove reads their results in order.
# cmocka says "not ok # SKIP" for a skipped test, which TAP takes for a failure.
case ${1-} in
--ahead) # a program or a script, its results to files
    name=$RESULTS/$(basename "$2")
    case $2 in
    *.sh | *.mjs) rows=7 ;; # its rows take slots
    *) rows='' && read -r slot <&7 ;;
    esac
    COLLIDE_TEST_SLOTS=$rows "$2" >"$name.out" 2>"$name.err"
    status=$?
    [ "$rows" ] || echo "$slot" >&7
    times >"$name.times"
    sed '1d; s/[ms]/ /g' "$name.times" |
        awk '{ printf "# %.1f seconds of CPU\n", 60 * ($1 + $3) + $2 + $4 }' >>"$name.err"
    echo $status >"$name.ended" && mv "$name.ended" "$name.status"
    exit
    ;;
--one) # what it gave, within a second of its end: processes that wait take time of those that run
    name=$RESULTS/$(basename "$2")
    while [ ! -f "$name.status" ] && [ ! -f "$RESULTS/ended" ]; do sleep 1; done
    cat "$name.err" >&2
    status=$(cat "$name.status") || status=1
    sed 's/^not ok \([0-9]* # SKIP\)/ok \1/' "$name.out" >"$name.tap"
    cat "$name.tap"
    # What ended early failed, even if all that it said passed.
    [ "$status" = 0 ] || grep -q '^not ok' "$name.tap" || echo "not ok - $2 ended with $status"
    exit "$status"
    ;;
esac
RESULTS=$(mktemp -d) || exit
# wine's server writes for some seconds after its last program ended.
trap 'rm -rf "$RESULTS" 2>/dev/null || { sleep 5 && rm -rf "$RESULTS"; }' EXIT
export RESULTS COLLIDE_TEST_WINE="$RESULTS/wine" CMOCKA_MESSAGE_OUTPUT=TAP
log=$RESULTS/log
mkfifo "$RESULTS/slots" && exec 7<>"$RESULTS/slots" && yes '' | head -n "${JOBS:-2}" >&7 || exit
{
    # Where the last rows of a script leave slots, the next ones have begun.
    printf '%s\n' "$@" | xargs -P $((${JOBS:-2} + 1)) -I {} sh "$0" --ahead {}
    : >"$RESULTS/ended"
} | {
    prove --verbose --exec "sh $0 --one" "$@" 2>&1
    echo $? >"$log.status"
} | tee "$log" | awk '/^ok [0-9]+ - / && !/# SKIP/ { next } { print; fflush() }'
awk -v status="$(cat "$log.status")" '
    /^ok .*# SKIP/ { skipped++; next }
    /^ok [0-9]+ -/ { passed++ }
    /^not ok /     { failed++ }
    END {
        if (status != 0 && !failed) failed = 1   # a program ended early
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed || !passed
    }' "$log"
