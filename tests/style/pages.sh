#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# README.md and the pages of docs/: links lead somewhere, every page is shipped and can be reached from the README.
. "$srcdir/tests/tap.sh"

links() # PAGE: what it links to in this tree, as paths from the top
{
  grep -o ']([^)#]*[)#]' "$srcdir/$1" | sed 's/^](//; s/[)#]$//' | grep -v '^https\{0,1\}:' | grep . |
    while read -r to; do realpath -m --relative-to=/ "/$(dirname "$1")/$to"; done
}

(cd "$srcdir" && find docs -name '*.md' | sort && echo README.md && echo CONTRIBUTING.md && echo src/README.md) >pages.txt
while read -r page; do
  links "$page" | while read -r to; do test -e "$srcdir/$to" || echo "$page: $to"; done
done <pages.txt >broken.txt
none_in "links lead somewhere" broken.txt

anchors() # FILE: names of its headings, as mkdocs makes them, and ids that it sets
{
  sed -n 's/^##* //p' "$1" | sed 's/\[\([^]]*\)\]([^)]*)/\1/g' | tr '[:upper:]' '[:lower:]' | sed "s/[^[:alnum:]_ -]//g; s/ /-/g"
  sed -n 's/.*id="\([^"]*\)".*/\1/p' "$1"
}

while read -r page; do
  grep -o '](\([^):]*\.md\)\{0,1\}#[^)]*)' "$srcdir/$page" | sed 's/^](//; s/)$//' | while IFS='#' read -r file name; do
    to=$srcdir/$page
    test -z "$file" || to=$(dirname "$to")/$file
    anchors "$to" | grep -qxF -e "$name" || echo "$page: $file#$name"
  done
done <pages.txt >nowhere.txt
none_in "  to headings that are there" nowhere.txt

echo README.md >reached.txt
for _ in 1 2 3 4 5; do
  while read -r page; do
    case $page in *.md) links "$page" ;; esac
  done <reached.txt | cat reached.txt - | sort -u >more.txt
  mv more.txt reached.txt
done
grep '^docs/' pages.txt | grep -vxF -f reached.txt >lost.txt
none_in "every page of docs/ can be reached from the README" lost.txt

(cd "$srcdir" && find docs -type f ! -name room.am) | while read -r file; do
  grep -qE "^ *%D%/${file#docs/}( |\\\\|\$)" "$srcdir/docs/room.am" || echo "$file"
done >unshipped.txt
none_in "every file of docs/ is shipped" unshipped.txt
# HTML: every page has its place among the others, and mkdocs finds no link that leads nowhere.
sed -n '/^nav:/,$s/^ *- .*: \([^ ]*\.md\)$/\1/p' "$srcdir/mkdocs.yml" | sort >placed.txt
sort pages.txt - <<<python/README.md | diff placed.txt - >unplaced.txt
none_in "every page is in mkdocs.yml, once" unplaced.txt
: "${MKDOCS:=mkdocs}"
if command -v "$MKDOCS" >which.txt; then
  check "mkdocs builds them" env MKDOCS="$MKDOCS" "$srcdir/build-aux/html" "$srcdir" html
  if grep -q '<code class="language-yaml">' html/docs/reference/scenario.html; then
    skip "  code is in colours" "no pygments"
  else
    is "  code is in colours" "$(grep -c '<span class="nt">schema</span>' html/docs/reference/scenario.html)" 1
    is "    that is set off by blanks alone, too" "$(grep -c '^<div.*jobs/picture.sh<span.*<span class="s2">' html/docs/start/gallery.html)" \
      "$(grep -c '^    jobs/picture.sh' "$srcdir/docs/start/gallery.md")"
  fi
  is "  the index of the search is a script, for pages opened as files" "$(head -c 18 html/search/index.js)" "var searchIndex = "
  is "  which they read" "$(grep -c 'docs/html/pages.js' html/search.html)" 1
  browser=$(command -v chromium || command -v google-chrome)
  if test -n "$browser"; then
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" --virtual-time-budget=8000 \
      --dump-dom "file://$work/html/search.html?q=hopper" >found.txt 2>why.txt
    is "  and a search finds a page" "$(grep -o '<article><h3><a href="[^"]*examples.html#a-hopper"' found.txt | wc -l)" 1
  else
    skip "  and a search finds a page" "no chromium"
  fi
  is "  all" "$(find html -name '*.html' | wc -l)" "$(($(wc -l <placed.txt) + 2))" # a search, and a page that is not found
else
  skip "mkdocs builds them" "no mkdocs"
fi
mkdir figures
if command -v python3 >which.txt; then
  check "the figures of docs/inside/parallel.md are made" python3 "$srcdir/build-aux/parallel-figures" figures
  for file in figures/*.svg; do cmp "$file" "$srcdir/docs/img/parallel/$(basename "$file")"; done >other.txt 2>&1
  none_in "  and are those that it shows" other.txt
else
  skip "the figures of docs/inside/parallel.md are made" "no python3"
fi
status "without mkdocs it is said what to install" 1 env MKDOCS=no-such-mkdocs "$srcdir/build-aux/html" "$srcdir" html
says "  so" "pip install mkdocs"
# Names of packages stand once, in build-aux/setup.
"$srcdir/build-aux/setup" -systems >systems.txt 2>&1
is "build-aux/setup tells how to install what a build needs" "$(test "$(grep -c '^| ' systems.txt)" -gt 5 && echo yes)" yes
grep -vxF -f "$srcdir/docs/start/install.md" systems.txt >other_lines.txt
none_in "  and docs/start/install.md has its lines" other_lines.txt
is "the README is short" "$(test "$(wc -l <"$srcdir/README.md")" -lt 90 && echo yes)" yes
is "  and the manual, without the pages that are made from tables, the header and docstrings" \
  "$(cd "$srcdir" && find docs -name '*.md' | grep -vE '^docs/reference/(scenario|files|library|python)\.md$' | xargs cat | wc -w |
    ${AWK:-awk} '{ if ($1 < 90000) print "yes"; else print $1 }')" yes
tap_end
