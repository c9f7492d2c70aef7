#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/start/recipes.md: its scenarios are taken, with the files that its commands make; the rock hits the slope, and the impulse is the
# change of its momentum.
. "$srcdir/tests/tap.sh"
clast=$(cd "$srcdir" && pwd)
PATH=$(dirname "$CLAST"):$(dirname "$CLAST_CLUMP"):$PATH
export clast

# Each block of code is a file: what its first line names, or NUMBER.sh.
awk '
  /^```[a-z]/ && !kind { kind = substr($0, 4); name = kind == "sh" ? ++n ".sh" : ""; next }
  /^```$/ && kind { if (name != "") close(name); kind = ""; next }
  kind && name == "" { name = $2; print name >(kind ".list") }
  kind { print >name }' "$srcdir/docs/start/recipes.md"
is "scenarios" "$(xargs <yaml.list)" "funnel.yaml drum.yaml hopper.yaml shear.yaml rock.yaml"
is "commands" "$(echo [0-9]*.sh)" "1.sh 2.sh 3.sh 4.sh 5.sh 6.sh 7.sh"
check "the halves of the box are made" bash -euo pipefail 4.sh
check "the rock and the slope are made" bash -euo pipefail 6.sh
for name in funnel drum hopper shear rock; do
  check "$name.yaml is taken" "$CLAST" $name.yaml -check
  says "  and whole" "no mistakes found"
done
check "the hopper settles for a step" "$CLAST" hopper.yaml -run_dt 1.0e-5 -run_end_time 1.0e-5 -progress none -image_view_size 64,48
is "  the monitor of its bed measures" "$(awk -F, 'END { print NF, (NR > 1) }' out/hopper/monitors/bulk.csv)" "3 1"
printf 'step,time,event,name\n7,0.02,happened,rest\n7,0.02,start,open\n' >out/hopper/events.csv
printf 'step,time,volume_fraction\n0,0,0.1\n7,0.02,0.6\n9,0.04,0.2\n' >out/hopper/monitors/bulk.csv
printf 'step,time,total_mass\n' >out/hopper/outlets.csv
for k in 1 2 3 4 5 6 7 8 9 10; do echo "$k,0.$((k + 10)),0.$((2 * k + 10))"; done >>out/hopper/outlets.csv
check "  its commands" bash -euo pipefail 3.sh
says "  the rate is the slope of the mass" "rate, kg/s: 2\$"
says "  the solid fraction is that at rest" "solid fraction: 0.6"

# The trapezoidal rule at three steps a row is off by 0.1 %.
check "the rock hits the slope" "$CLAST" rock.yaml -run_end_time 0.19 -progress none -image_view_size 64,48
check "  the impulse is told" bash -euo pipefail 7.sh
is "  of one impact, and is the change of momentum" \
  "$(awk '/^until/ { n++; d = sqrt(($6 - $9)^2 + ($7 - $10)^2); p = sqrt($9^2 + $10^2) } END { print n, (p > 1), (d < 2e-3 * p) }' "$out")" "1 1 1"
tap_end
