#!/bin/sh
# Runs programs and scripts that speak TAP under prove. Shows all but what passed; the last line is
# the tally. cmocka says "not ok # SKIP" for a skipped test, which TAP takes for a failure.
if [ "${1-}" = --one ]; then
    status=$(mktemp) && trap 'rm -f "$status"' EXIT
    { "$2"; echo $? >"$status"; } | sed 's/^not ok \([0-9]* # SKIP\)/ok \1/'
    exit "$(cat "$status")"
fi
log=$(mktemp) && trap 'rm -f "$log" "$log.status"' EXIT
{
    CMOCKA_MESSAGE_OUTPUT=TAP prove --verbose --timer --exec "sh $0 --one" "$@" 2>&1
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
