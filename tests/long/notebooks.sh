#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 600
# The notebooks of simulations in process at their full length, with what they assert of their results.
. "$srcdir/tests/tap.sh"

python=${PYTHON:-}
for name in $python /usr/bin/python3 python3; do
  "$name" -c 'import matplotlib, numpy' 2>/dev/null && { python=$name; break; }
  python=''
done
test -n "$python" || skip_all "no python3 with numpy and matplotlib"
export PYTHONPATH=$srcdir/python PYTHONDONTWRITEBYTECODE=1 CLAST_LIBRARY=$builddir/lib CLAST

for name in first_steps own_force calibrate; do
  check "the notebook $name runs" env CLAST_OUT="$work/notebooks" "$python" "$srcdir/tests/cli/notebook.py" "$srcdir/python/notebooks/$name.ipynb"
  sed 's/^/# /' "$out"
  is "  and draws a picture" "$(test -s "notebooks/$name.png" && echo yes)" yes
done
# scipy is not needed
mkdir absent && echo "raise ImportError('no scipy')" >absent/scipy.py
check "the friction is found without scipy" env PYTHONPATH="$work/absent:$PYTHONPATH" CLAST_OUT="$work/own" \
  "$python" "$srcdir/tests/cli/notebook.py" "$srcdir/python/notebooks/calibrate.ipynb"
sed 's/^/# /' "$out"
tap_end
