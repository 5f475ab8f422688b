#!/bin/sh
# Looks for the phrases of tests/phrases.txt in the text that users read: the comments of the
# interface, README.md, docs/, the newest section of CHANGELOG.md, the strings of the examples and
# the help of make. Prints each hit as file:line:text, and the replacement after its hits.
cd "$(dirname "$0")/.." || exit
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT

# Lines "file:line:text".
{
    awk '/Stop here if you only/ { exit }
        match($0, /\/\/.*/) { print FILENAME ":" FNR ":" substr($0, RSTART + 2) }' collide.h
    for page in README.md docs/*.md; do # docs/functions.md repeats comments
        [ "$page" = docs/functions.md ] || awk '{ print FILENAME ":" FNR ":" $0 }' "$page"
    done
    awk '/^## / && ++sections > 1 { exit } { print FILENAME ":" FNR ":" $0 }' CHANGELOG.md
    awk '{ text = ""; rest = $0
        while (match(rest, /"([^"\\]|\\.)*"/)) {
            text = text " " substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH) }
        if (text) print FILENAME ":" FNR ":" text }' examples/*.c
    awk '/^[a-z-]+:.* ## / { sub(/.* ## /, ""); print FILENAME ":" FNR ":" $0 }' Makefile
} >"$folder/lines"

# The last word of each line with the first word of the next.
awk '{ split($0, parts, ":"); place = parts[1] ":" parts[2] ":"
    text = substr($0, length(place) + 1); n = split(text, words, " ")
    if (last != "" && n > 0) print before last " " words[1]
    before = place; last = n > 0 ? words[n] : "" }' "$folder/lines" >"$folder/joints"

grep -v '^#' tests/phrases.txt | grep . >"$folder/phrases"
while IFS= read -r phrase; do
    pattern=${phrase%%  *}
    { grep -iE -e "$pattern" "$folder/lines"
        case $pattern in *' '*) grep -iE -e "$pattern" "$folder/joints" ;; esac; } >"$folder/hits"
    [ ! -s "$folder/hits" ] || { cat "$folder/hits" && echo "    instead: ${phrase##*# }"; }
done <"$folder/phrases" >"$folder/found"
cat "$folder/found"
[ ! -s "$folder/found" ] && [ -s "$folder/lines" ] && [ -s "$folder/phrases" ]
