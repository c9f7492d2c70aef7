#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# docs/start/recipes.md: scenarios of its machines are taken, with the files that its commands make; the rock hits the slope, and the impulse
# is the change of its momentum. Its small tasks are run as they stand, but for a sweep of two values in place of ten.
. "$srcdir/tests/tap.sh"
clast=$(cd "$srcdir" && pwd)
PATH=$(dirname "$CLAST"):$(dirname "$CLAST_CLUMP"):$PATH
export clast PYTHONPATH=$clast/python PYTHONDONTWRITEBYTECODE=1

python=''
for name in ${PYTHON:-} /usr/bin/python3 python3; do
  "$name" -c 'import numpy' 2>/dev/null && { python=$name; break; }
done

# Each block of code is a file: what its first line names, or NUMBER.sh.
awk '
  /^```[a-z]/ && !kind { kind = substr($0, 4); name = kind == "sh" ? ++n ".sh" : ""; next }
  /^```$/ && kind { if (name != "") close(name); kind = ""; next }
  kind && name == "" { name = $2; print name >(kind ".list") }
  kind { print >name }' "$srcdir/docs/start/recipes.md"
is "scenarios" "$(xargs <yaml.list)" "funnel.yaml drum.yaml hopper.yaml shear.yaml rock.yaml settle.yaml gate.yaml sieve.yaml"
is "scripts" "$(xargs <python.list)" "funnel.py drum.py hopper.py shear.py slope.py rock.py sieve.py press.py"
is "commands" "$(echo [0-9]*.sh)" "1.sh 2.sh 3.sh 4.sh 5.sh 6.sh 7.sh 8.sh 9.sh"
check "the halves of the box are made" bash -euo pipefail 2.sh
check "the rock is made" bash -euo pipefail 3.sh
test -n "$python" || skip_all "no python3 with numpy"
check "the slope is made" "$python" slope.py
is "  of 3200 triangles" "$(grep -c '^f ' slope.obj):$(grep -c '^v ' slope.obj)" 3200:1681
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
check "  its script" "$python" hopper.py
says "  the rate is the slope of the mass" "rate, kg/s: 2\$"
says "  the solid fraction is that at rest" "solid fraction: 0.6\$"

# A plane of clumps that has the slope 1 in 2; clumps below it do not count.
mkdir -p out/funnel && touch out/funnel/resolved.yaml
awk 'BEGIN { print "template,x,y,z"; for (r = 0.0405; r < 0.12; r += 0.001) { print "tri,0," r "," 0.1 - r / 2; print "tri," r ",0,0.001" } }' \
  >out/funnel/final.csv
check "the script of the funnel" "$python" funnel.py
says "  finds the angle of a cone" "angle, degrees: 26.57\$"

# The bed of a drum hangs at 45 degrees: its weight times its arm is the torque. Rows before 1.5 s do not count.
mkdir -p out/drum && touch out/drum/resolved.yaml
printf 'step,time,potential\n0,1,9\n1,2,-3\n2,3,-1\n' >out/drum/log.csv
printf 'step,time,wall,torque_y,power\n0,1,shell,7,7\n1,2,shell,-1,4\n2,3,shell,-3,2\n' >out/drum/walls.csv
check "the script of the drum" "$python" drum.py
says "  finds its angle" "angle, degrees: 45\$"
says "  and both powers" "power, W: 3, rate x torque, W: 4.189\$"

mkdir -p out/shear && touch out/shear/resolved.yaml
printf 'step,time,event,name\n5,0.5,happened,loaded\n7,0.6,start,shear\n' >out/shear/events.csv
printf 'step,time,wall,force_x,force_y,force_z\n' >out/shear/walls.csv
for row in 7,0.7,lower,9,0,9 8,0.8,lower,4,0,6 8,0.8,upper,-5,0,0 9,0.9,lower,6,0,9 9,0.9,upper,-5,0,0; do echo $row; done >>out/shear/walls.csv
check "the script of the shear box" "$python" shear.py
says "  means over the last part" "shear over normal force: 0.5\$"
says "  both forces" "forces along x, N: 5 -5\$"

# The trapezoidal rule is off by 0.1 % at three steps a row, and exact at one.
check "the rock hits the slope" "$CLAST" rock.yaml -run_end_time 0.19 -progress none -image_view_size 64,48
check "  the impulse is told" "$python" rock.py
is "  of one impact, and is the change of momentum" \
  "$(tr -d '[],' <"$out" | awk '/^until/ { n++; d = sqrt(($(NF - 3) - $(NF - 1))^2 + ($(NF - 2) - $NF)^2); p = sqrt($(NF - 1)^2 + $NF^2) }
    END { print n, (p > 1), (d < 2e-3 * p) }')" "1 1 1"

# Small tasks, in their order.
mkdir -p bin
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$python")" >bin/python3
chmod +x bin/python3
test -e "$(dirname "$CLAST")/clast" || ln -s "$CLAST" bin/clast
PATH=$work/bin:$PATH
check "a packing settles without friction, and goes on with it" bash -euo pipefail 4.sh
# Numbers of packings change with the seed and with each change of the step: bounds.
says "  it ends when all is at rest" "finished: event rest ends the run, at step [0-9]*, t = (0\.[89]|1\.[0-2])"
says "  and goes on to the end time" "finished: the end time of 1.2 s is reached"
is "  with friction" "$(sed -n 's/.*friction: \([0-9.]*\).*/\1/p' out/rough/resolved.yaml | sort -u)" 0.5
check "its bulk density" bash -euo pipefail 5.sh
says "  is that of the page" "bulk density, kg/m.3: 137[78]"
check "another scenario starts from it, and its gate opens" bash -euo pipefail 6.sh
is "  all clumps are there, and some have run out" "$(awk -F, 'NR > 1 { n++; if ($2 > 0.065) out = 1 } END { print n, out }' out/gate/final.csv)" "200 1"
check "a sieve vibrates" bash -euo pipefail 7.sh
says "  nearly all fine grains pass" "^fine passed: (9[5-9]|1[01][0-9])"
silent "  coarse ones do not" "^coarse passed"
sed -i 's/0:0.9:10/0:0.9:2/; /clast_plot/d' 8.sh
check "a sweep over the friction" bash -euo pipefail 8.sh
is "  has the solid fraction of each row" "$(PYTHONPATH=$clast/python "$python" -c '
import clast
table = clast.read_table("out/sweep/sweep.csv")
smooth, rough = table["monitors/bulk.csv:volume_fraction"]
print(abs(smooth - 0.69) < 0.01, abs(rough - 0.56) < 0.02)')" "True True"
if command -v gnuplot >/dev/null; then
  check "  and is drawn" "$python" "$clast/python/clast_plot.py" out/sweep
else
  skip "  and is drawn" "no gnuplot"
fi
check "a uniaxial test" bash -euo pipefail 9.sh
says "  its strength and strain are those of the page" "strength, MPa: 1\.1[0-9]* at a strain of 0\.7[0-4] %"
tap_end
