#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Slips of the command line: each is told with its cure.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
cp heap.yaml L6.yaml
mkdir -p elsewhere
cp heap.yaml elsewhere/other.yaml

# ---- scenarios ----

status "two scenarios" 2 "$CLAST" heap.yaml L6.yaml
says "  one at a time" "'L6\.yaml': one scenario at a time: heap\.yaml is given already"
status "two scenarios, and -check between them" 2 "$CLAST" heap.yaml -check elsewhere/other.yaml
says "  one at a time" "'elsewhere/other\.yaml': one scenario at a time: heap\.yaml is given already"
status "a scenario that is not there" 2 "$CLAST" L06.yaml -check
says "  where it was looked for, and the one that is alike" "L06\.yaml cannot be opened: .* in the folder $PWD; did you mean 'L6\.yaml'"
status "  in another folder" 2 "$CLAST" elsewhere/othr.yaml -check
says "  looks there" "in the folder $PWD/elsewhere; did you mean 'other\.yaml'"
status "  with an option for an object of it" 2 "$CLAST" L06.yaml -contact_all_friction 0.1 -check
says "  is the only mistake" '1 mistake in scenario L06'
status "  without its ending" 2 "$CLAST" L6 -check
says "  is found" "did you mean 'L6\.yaml'"
status "  in a folder that is not there" 2 "$CLAST" nowhere/L6.yaml -check
says "  is told" "there is no folder $PWD/nowhere"

# ---- options ----

status "an option twice" 0 "$CLAST" heap.yaml -check -run_end_time 1 -run_end_time 2
says "  a warning" 'warning: -run_end_time is given twice: the last, 2, counts'
status "  with the same value" 0 "$CLAST" heap.yaml -check -run_end_time 1 -run_end_time 1
is "  none" "$(grep -c 'given twice' "$out")" 0
status "a sweep without its table" 2 "$CLAST" heap.yaml -check -sweep no.csv
says "  the option and the cure" '\-sweep: no\.csv cannot be opened: .*; give a table of runs, or write one with -sweep_make'
for look in "" -check; do
  status "the run's folder is a file${look:+, -check}" 2 "$CLAST" heap.yaml $look -output_dir L6.yaml
  says "  the option, why and the cure" '\-output_dir: .*L6\.yaml: cannot make the folder: .*; a file stands where the folder would be: give another folder'
done
status "the run's folder is where there are none" 2 "$CLAST" heap.yaml -output_dir /proc/x
says "  the option, why and the cure" '\-output_dir: /proc/x: cannot make the folder: .*; give a folder in a place where you may write'

# ---- a launcher of another MPI, which starts each rank as a run of its own ----

case $("$CLAST" -version) in
  *"Open MPI"*) other=PMI ;;
  *) other=OMPI_COMM_WORLD ;;
esac
status "a launcher of another MPI is refused" 2 env ${other}_SIZE=3 ${other}_RANK=0 "$CLAST" heap.yaml -output_dir foreign
says "  the fact and the cure" "the launcher has started 3 processes, but MPI has this one alone, .* 3 runs of one rank: .* mpiexec of that MPI; .* \`env -u ${other}_SIZE\`"
silent "  and nothing of options" 'not used|unused|option'
status "  by every rank" 2 env ${other}_SIZE=3 ${other}_RANK=1 "$CLAST" heap.yaml -output_dir foreign
silent "  of which the first says so" 'the launcher has started'
is "  before anything is written" "$(test ! -e foreign && echo none)" none
check "one rank of it is a run" env ${other}_SIZE=1 ${other}_RANK=0 "$CLAST" heap.yaml -check
# MPICH 5 that was built without PMIx ends the process in MPI_Init where the launcher speaks it.
if "$CLAST" -version | grep -q 'MPICH Version: [5-9]' && ! env PMIX_RANK=0 PMIX_NAMESPACE=a "$CLAST" heap.yaml -check >"$out" 2>&1; then
  status "a launcher that MPI does not know" 2 env PMIX_RANK=0 PMIX_NAMESPACE=a OMPI_COMM_WORLD_SIZE=2 "$CLAST" heap.yaml -check
  says "  is told, and the cure" 'clast: MPI has not started: the launcher is of Open MPI, and MPI is MPICH .*[0-9], which does not know it\. Start it by the mpiexec of that MPI'
  status "  one of PMIx, by every rank" 2 env PMIX_RANK=1 PMIX_NAMESPACE=a "$CLAST" heap.yaml -check
  silent "  of which the first says so" 'MPI has not started'
fi

# ---- words that no key answers: the page has them ----

while IFS='|' read -r word page text; do
  check "-help $word" "$CLAST" -help "$word"
  says "  the page" "$word: see $page"
  is "  has the word" "$(grep -ciE -m 1 "$text" "$srcdir/$page")" 1
done <<'EOF'
gpu|docs/reference/limits.md|no GPU
cuda|docs/reference/limits.md|CUDA
broken|docs/physics/links.md|`broken`
power|docs/start/tutorial.md|power
porosity|docs/guide/monitors.md|porosity
void|docs/guide/monitors.md|void ratio
bulk|docs/start/recipes.md|bulk density
force_chain|docs/guide/output.md|force chains
force chain|docs/guide/output.md|force chains
humidity|docs/physics/laws.md|humidity
tilt|docs/guide/forces.md|tilting
rayleigh|docs/physics/timestep.md|Rayleigh
EOF
tap_end
