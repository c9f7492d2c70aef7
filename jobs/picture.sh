#!/bin/sh
# SPDX-License-Identifier: MIT
# picture.sh SCENARIO.yaml TIME [KEYS]: runs a scenario until TIME with CLAST (clast in build/ or PATH) on one core and draws a picture of
# the end, out/picture/NAME.png. KEYS are those of a picture, docs/pictures.md: "colour: speed, size: [640, 360]". The scenario itself is
# left as it is; it must not have a section `image`.
scenario=${1:?usage: picture.sh SCENARIO.yaml TIME [KEYS]} time=${2:?usage: picture.sh SCENARIO.yaml TIME [KEYS]} keys=$3
here=$(cd "$(dirname "$0")" && pwd)
if test -z "$CLAST"; then
  CLAST=$here/../build/clast
  test -x "$CLAST" || CLAST=clast
fi
if grep -q '^image:' "$scenario"; then
  echo "picture.sh: $scenario draws pictures itself; run it" >&2
  exit 2
fi
name=$(basename "$scenario" .yaml)
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT || exit 1

# A copy of the scenario with the section added, next to links to all that it may name.
for file in "$(cd "$(dirname "$scenario")" && pwd)"/*; do ln -s "$file" "$folder"; done
rm "$folder/$name.yaml"
{
  cat "$scenario"
  echo "image: [view: {every: $time${keys:+, $keys}}]"
} >"$folder/$name.yaml"
"$CLAST" "$folder/$name.yaml" -run_end_time "$time" -output_dir "$folder/run" -output_frames_every 0 -progress none >"$folder/said" 2>&1 || {
  status=$?
  cat "$folder/said" >&2
  exit $status
}
mkdir -p out/picture && mv "$folder/run/images/view-00001.png" "out/picture/$name.png" && echo "out/picture/$name.png"
