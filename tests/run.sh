#!/bin/sh
# Runs programs and scripts that speak TAP under prove. Shows all but what passed; the last line is
# the tally. Programs run first, JOBS at a time; scripts run JOBS of their rows at a time. cmocka
# says "not ok # SKIP" for a skipped test, which TAP takes for a failure.
case ${1-} in
--ahead) # a program, its results to files
    start=$(date +%s%N) name=$RESULTS/$(basename "$2")
    "$2" >"$name.out" 2>"$name.err"
    echo $? >"$name.status"
    awk "BEGIN { printf \"# %.1f seconds\\n\", ($(date +%s%N) - $start) / 1e9 }" >>"$name.err"
    exit
    ;;
--one) # a script, or what a program gave
    name=$RESULTS/$(basename "$2")
    if [ ! -f "$name.status" ]; then
        "$2" >"$name.out"
        echo $? >"$name.status"
    else
        cat "$name.err" >&2
    fi
    status=$(cat "$name.status")
    sed 's/^not ok \([0-9]* # SKIP\)/ok \1/' "$name.out" >"$name.tap"
    cat "$name.tap"
    # What ended early failed, even if all that it said passed.
    [ "$status" = 0 ] || grep -q '^not ok' "$name.tap" || echo "not ok - $2 ended with $status"
    exit "$status"
    ;;
esac
RESULTS=$(mktemp -d) && trap 'rm -rf "$RESULTS"' EXIT
export RESULTS CMOCKA_MESSAGE_OUTPUT=TAP
log=$RESULTS/log
for program; do
    case $program in *.sh | *.mjs) ;; *) echo "$program" ;; esac
done | xargs -P "${JOBS:-2}" -I {} sh "$0" --ahead {}
{
    prove --verbose --timer --exec "sh $0 --one" "$@" 2>&1
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
