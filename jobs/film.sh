#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A film of the pictures that a run has drawn (`image:` in the scenario), RUN/images/NAME.mp4:
#
#   jobs/film.sh RUN NAME [FPS]      RUN: folder of the run; FPS: pictures in a second, 25 unless given
#
# Needs ffmpeg (Debian: apt install ffmpeg; FFMPEG: another program of that kind).
set -eu

if test $# -lt 2 || test $# -gt 3; then sed -n '3,5s/^# \{0,1\}//p' "$0" >&2 && exit 2; fi
images=$1/images name=$2 fps=${3:-25} ffmpeg=${FFMPEG:-ffmpeg}
case $fps in '' | *[!0-9.]*) echo "film.sh: '$fps' pictures in a second: a number > 0" >&2 && exit 2 ;; esac
shopt -s nullglob
pictures=("$images/$name"-*.png)
test ${#pictures[@]} -gt 0 || { echo "film.sh: no pictures $images/$name-*.png: does the scenario have image: - $name?" >&2; exit 2; }
command -v "$ffmpeg" >/dev/null || { echo "film.sh: no ffmpeg in PATH (Debian: apt install ffmpeg)" >&2; exit 2; }

# In the order of their numbers, whatever they begin with; sizes must be even for the players that most people have.
printf '%s\n' "${pictures[@]}" | sort | tr '\n' '\0' | xargs -0 cat |
  "$ffmpeg" -y -loglevel error -f image2pipe -c:v png -framerate "$fps" -i - -c:v libx264 -crf 18 -pix_fmt yuv420p \
    -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -movflags +faststart "$images/$name.mp4"
echo "$images/$name.mp4"
