#!/bin/sh
# SPDX-License-Identifier: MIT
# picture.sh SCENARIO.yaml TIME [KEYS [-OPTION VALUE ...]]: runs a scenario until TIME with CLAST (clast in build/ or PATH) on one core and
# draws a picture of the end, out/picture/NAME.png. KEYS are those of a picture, docs/guide/pictures.md: "colour: speed, size: [640, 360]"; options
# are those of clast, such as a smaller number of clumps. The scenario itself is left as it is; pictures of its own are not drawn.
usage='usage: picture.sh SCENARIO.yaml TIME [KEYS [-OPTION VALUE ...]]'
scenario=${1:?$usage} time=${2:?$usage} keys=$3
shift $(($# > 2 ? 3 : 2))
here=$(cd "$(dirname "$0")" && pwd)
if test -z "$CLAST"; then
  CLAST=$here/../build/clast
  test -x "$CLAST" || CLAST=clast
fi
name=$(basename "$scenario" .yaml)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT || exit 1

# A copy of the scenario with this section in place of its own, next to links to all that it may name.
for file in "$(cd "$(dirname "$scenario")" && pwd)"/*; do ln -s "$file" "$folder"; done
rm "$folder/$name.yaml"
{
  ${AWK:-awk} '/^[^ #]/ { own = /^image:/ } !own' "$scenario"
  echo "image: [view: {every: $time${keys:+, $keys}}]"
} >"$folder/$name.yaml"
"$CLAST" "$folder/$name.yaml" -run_end_time "$time" -output_dir "$folder/run" -output_frames_every 0 -progress none "$@" >"$folder/said" 2>&1 || {
  status=$?
  cat "$folder/said" >&2
  exit $status
}
mkdir -p out/picture && mv "$folder/run/images/view-00001.png" "out/picture/$name.png" && echo "out/picture/$name.png"
