#!/bin/sh
# Runs programs and scripts that speak TAP under prove. Shows all but what passed; the last line is
# the tally.
log=$(mktemp) && trap 'rm -f "$log" "$log.status"' EXIT
{
    CMOCKA_MESSAGE_OUTPUT=TAP prove --verbose --timer --exec '' "$@" 2>&1
    echo $? >"$log.status"
} | tee "$log" | grep --line-buffered -v '^ok [0-9]* - '
awk -v status="$(cat "$log.status")" '
    /^(not )?ok .*# SKIP/ { skipped++; next }
    /^ok /                { passed++ }
    /^not ok /            { failed++ }
    END {
        if (status != 0 && !failed) failed = 1   # a program ended early
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed || !passed
    }' "$log"
