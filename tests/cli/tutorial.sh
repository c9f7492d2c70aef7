#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# np: 2
# limit: 300
# docs/start/tutorial.md does what it says (tests/page.sh). Here its runs take 1/160 of the time and no quotation of theirs is looked for;
# tests/long/tutorial.sh runs it as it stands.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/page.sh"

mkdir -p bin
ln -s "$CLAST" bin/clast
ln -s "${CLAST_CLUMP:-$builddir/clast-clump}" bin/clast-clump
ln -s "$CLAST_DIGEST" bin/clast-digest
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIEXEC" >bin/mpirun
for name in ${PYTHON:-} /usr/bin/python3 python3; do
  name=$(command -v "$name") && "$name" -c 'import numpy' 2>/dev/null && { printf '#!/bin/sh\nexec %s "$@"\n' "$name" >bin/python3; break; }
done # no link: python of a virtual environment finds its packages by its own path
chmod +x bin/mpirun
test -e bin/python3 && chmod +x bin/python3 || skip_all "no python3 with numpy"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$srcdir/python PATH=$work/bin:$PATH clast=$srcdir OMPI_MCA_mpi_yield_when_idle=1
short='s/size: .480, 360./size: [48, 36]/; s/end_time: [12]/end_time: 0.0125/; s/run_end_time 1/run_end_time 0.006/; s/run_end_time 2/run_end_time 0.0125/
s/run_end_time 0\.3/run_end_time 0.0125/; s/between(1)/between(0.006)/; s/load_count 10000/load_count 400/; s/ --picture bean.png//'
test $page_whole = no || short=
page_run "$srcdir/docs/start/tutorial.md" "$short"
is "a run in two parts ends as one in a piece does" "$(digest out/parts/restart/clast-*.h5)" "$(digest out/drum/restart/clast-*.h5)"
is "  and one on two ranks" "$(digest out/two/restart/clast-*.h5)" "$(digest out/drum/restart/clast-*.h5)"
tap_end
