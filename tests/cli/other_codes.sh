#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/start/other_codes.md: its scenarios are taken, in the order of the page and with the tables that its commands make; the scripts of
# LAMMPS and LIGGGHTS beside them run for some steps, if these programs are there.
. "$srcdir/tests/tap.sh"
awk=${AWK:-awk}

# Each block of code is a file: what its first line names, or NUMBER.sh.
$awk '
  /^```[a-z]/ && !kind { kind = substr($0, 4); name = kind == "sh" ? ++n ".sh" : ""; next }
  /^```$/ && kind { if (name != "") close(name); kind = ""; next }
  kind && name == "" { name = $2; sub(/[:,]$/, "", name); print name >>(kind ".list") }
  kind { print >name }' "$srcdir/docs/start/other_codes.md"
is "scenarios and scripts" "$(cat yaml.list lammps.list liggghts.list pfc.list python.list | xargs)" \
  "chute.yaml drum.yaml box.yaml settle.yaml faces.yaml in.chute in.drum box.dat box.py settle_woo.py settle_jax.py"
for commands in [0-9]*.sh; do
  check "commands" bash -euo pipefail "$commands"
done
while read -r file; do
  check "$file is taken" "$CLAST" "$file" -check
  says "  and whole" "no mistakes found"
done <yaml.list

# The body comes to rest, as the page says.
check "settle.yaml runs" "$CLAST" settle.yaml -progress none
says "  until the event" "event rest ends the run"
is "  at rest" "$($awk -F, 'END { print $7 + $8 < 1e-10 }' out/settle/log.csv)" 1

first_steps() # FILE PROGRAM
{
  if command -v "$2" >which.txt; then
    sed 's/^run [0-9]*$/run 10/' "$1" >short
    check "$1: $2 runs it" "$2" -log none -in short
    says "  for 10 steps" "Loop time of .* for 10 steps"
  else
    skip "$1" "no $2"
  fi
}

first_steps in.chute lmp
first_steps in.drum liggghts
tap_end
