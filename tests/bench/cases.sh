# SPDX-License-Identifier: MIT
# Sourced by run.sh: what the cases are. A function case_NAME sets
#   text      what it is, one line
#   deck      NAME.yaml and NAME.lammps of this folder (without deck: a case with a run_NAME of its own in run.sh)
#   box       "LX LY ZLO ZHI"        pull   gravity "GX GY GZ"
#   steps     of a run; quick_steps of the quick form
#   ranks     rank counts of the full form; quick_ranks
#   lammps_options, clast_options    more of the command lines; skin: LAMMPS' neighbour skin, the best of those tried
#   dt        if not 1e-4            style  LAMMPS' atom style, if not sphere      wraps  1 if z is periodic, too
#   half_options   of the runs of half the size, in the folder half, where a case has them
#   apart     bound of the last row of physics.awk, if not .02
# and state_NAME writes what the decks read, in the working folder: shape.csv, flow.csv, base.csv and LAMMPS' state.data.
here=${here:?sourced by run.sh}

# One pebble or more of the moving bodies -> shape.csv, with clast-clump's numbers beside it; then the start as LAMMPS reads it.
lammps_state()
{
  "$clast_clump" properties shape.csv --density 1 --method exact --json >shape.json &&
    $awk -v box="$box" -v style="$style" -v properties=shape.json -f "$here/lammps_write.awk" shape.csv flow.csv base.csv
}

tetra_shape()
{
  echo "x,y,z,r"
  $awk 'BEGIN { h = "0.35355339059327379"; OFS = ","; print h, h, h, 0.5; print h, "-" h, "-" h, 0.5; print "-" h, h, "-" h, 0.5
    print "-" h, "-" h, h, 0.5 }'
}

# NX NY: copies of the kept state side by side.
clump_flow()
{
  gzip -dc "$here/clumpflow.csv.gz" | $awk -v dir=. -v nx="$1" -v ny="$2" -f "$here/clumpflow_write.awk" &&
    tetra_shape >shape.csv
}

# The fixed spheres of the clump flow, as far as they lie in LX by LY.
rough_base()
{
  echo "template,x,y,z,id,blocked"
  gzip -dc "$here/clumpflow.csv.gz" | $awk -F, -v lx="$1" -v ly="$2" -v first="$3" \
    '$1 == "base" && $2 >= 0 && $2 < lx && $3 >= 0 && $3 < ly { printf "base,%s,%s,%s,%d,xyzXYZ\n", $2, $3, $4, first + n++ }'
}

# STAGE OPTION...: a run of clast that makes a start state, final.csv.
settle()
{
  local stage=$1
  shift
  echo "  settling: $stage" >&2
  "$clast" settle.yaml "$@" -search_skin 0.4 -output_dir settle -output_final final.csv -output_log_every 1e9 >"settle.out" 2>&1 || {
    tail -n 20 settle.out >&2
    return 1
  }
}

case_clumpflow()
{
  text="dense flow of 8000 clumps of 4 touching spheres"
  deck=clumpflow box="40 20 -1 79" pull="0.5 0 -0.86602540378443865" steps=1000 quick_steps=1000 ranks="1 2" quick_ranks="1 2"
  lammps_options="" clast_options="" skin=0.05 # of .03, .05, .1, .2
}
state_clumpflow() { clump_flow 1 1 && lammps_state; }

case_hertz()
{
  case_clumpflow
  text="the clump flow with Hertz-Mindlin contacts"
  deck=hertz quick_steps=500 ranks=1 quick_ranks=1 lammps_options="-var law hertz"
}
state_hertz() { clump_flow 1 1 && lammps_state; }

case_rocks()
{
  text="slow flow of 2500 rocks of 20 overlapping pebbles of mixed radii"
  deck=rocks box="20 10 -1 99" pull="0.374606593415912 0 -0.9271838545667874" steps=1000 quick_steps=500 ranks=1 quick_ranks=1
  lammps_options="" clast_options="" skin=0.1 # of .03, .05, .1, .2
}
# Rocks fall, three times as heavy and eight times as soft, and without friction; then they flow, first soft, then as they are.
state_rocks()
{
  $awk -f "$here/rocks_shape.awk" >shape.csv
  rough_base 20 10 2501 >base.csv
  sed -e 's/- flow: {file: .*/- flow: {template: [rock], count: 2500, lo: [0, 0, 2], hi: [20, 10, 62]}/' "$here/rocks.yaml" >settle.yaml
  settle "2500 rocks fall" -run_gravity 0,0,-3 -run_dt 1e-3 -run_end_time 7 -contact_flow_stiffness 2.5e4 -contact_flow_damping 50 \
    -contact_flow_friction 0 &&
    $awk -v speed=0.015 -v depth=24 -f "$here/settled.awk" final.csv >flow.csv &&
    cp "$here/rocks.yaml" settle.yaml &&
    settle "they flow" -run_dt 5e-4 -run_end_time 3 -contact_flow_stiffness 2.5e4 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv &&
    settle "they are hard" -run_end_time 0.6 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv &&
    lammps_state
}

case_chute()
{
  text="chute of 32 000 spheres, 26 degrees"
  deck=chute box="40 20 -1 79" pull="0.43837114678907740 0 -0.89879404629916700" steps=1000 quick_steps=500 ranks=1 quick_ranks=1
  lammps_options="" clast_options="" skin=0.2 # of .1, .2, .3, .45
  apart=0.1 # fast and collisional: half the time step moves LAMMPS itself by .052
}
# A loose lattice that starts with the velocities of a steady flow (inertial number .2 at 26 degrees) shears into a packing.
state_chute()
{
  printf 'x,y,z,r\n0,0,0,0.5\n' >shape.csv
  rough_base 41 21 32001 >base.csv
  cp "$here/chute.yaml" settle.yaml
  $awk -f "$here/chute_write.awk" | $awk -v speed=0.095 -v depth=40 -f "$here/settled.awk" >flow.csv
  settle "32000 spheres flow" -run_dt 1e-3 -run_end_time 5 -contact_flow_stiffness 2.5e4 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv &&
    settle "they are hard" -run_end_time 0.2 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv &&
    lammps_state
}

case_melt()
{
  text="Lennard-Jones melt of 32 000 atoms, density .8442, cut at 2.5"
  deck=melt box="33.591923827650152 33.591923827650152 0 33.591923827650152" pull="0 0 0" dt=5e-3 style=atomic wraps=1 steps=1000 quick_steps=500
  ranks="1 2" quick_ranks=1 lammps_options="-sf opt" clast_options="" skin=0.3 # of .2, .3, .4
}
# A lattice melts: atoms.
melt()
{
  printf 'x,y,z,r\n0,0,0,0.5\n' >shape.csv
  echo "template,x,y,z,id,blocked" >base.csv
  cp "$here/melt.yaml" settle.yaml
  $awk -f "$here/melt_write.awk" >flow.csv
  settle "32000 atoms melt" && $awk -f "$here/settled.awk" final.csv >flow.csv
}
state_melt() { melt && lammps_state; }

case_melts()
{
  case_melt
  text="the melt twice side by side on 2 ranks against two single ones at the same time"
  ranks=2 clast_options="-domain_hi 67.183847655300304,33.591923827650152,33.591923827650152"
}
state_melts()
{
  mkdir -p half && (cd half && melt) && cp half/shape.csv . &&
    $awk 'BEGIN { FS = OFS = "," } { print } NR > 1 { $2 = sprintf("%.17g", $2 + 33.591923827650152); $NF += 32000; print }' half/flow.csv >flow.csv
}

case_million()
{
  case_clumpflow
  text="10^6 pebbles: the clump flow 6 by 5 times side by side"
  box="240 100 -1 79" steps=100 ranks=1 clast_options="-domain_hi 240,100,79"
}
state_million() { clump_flow 6 5 && lammps_state; }

case_eight()
{
  case_clumpflow
  text="the clump flow 4 by 2 times side by side, out of cache"
  box="160 40 -1 79" steps=200 clast_options="-domain_hi 160,40,79"
}
state_eight() { clump_flow 4 2 && lammps_state; }

case_native()
{
  case_clumpflow
  text="generic build with run-time dispatch against one for this processor, clump flow"
  ranks=1
}
state_native() { clump_flow 1 1; }

case_halves()
{
  case_clumpflow
  text="the clump flow twice as wide on 2 ranks against two single ones at the same time"
  box="80 20 -1 79" ranks=2 clast_options="-domain_hi 80,20,79"
}
state_halves() { mkdir -p half && clump_flow 2 1 && (cd half && clump_flow 1 1); }

case_sixteen()
{
  case_clumpflow
  text="the clump flow 4 by 4 times side by side on 2 ranks against two of 4 by 2 at the same time"
  box="160 80 -1 79" steps=200 ranks=2 clast_options="-domain_hi 160,80,79" half_options="-domain_hi 160,40,79"
}
state_sixteen() { mkdir -p half && clump_flow 4 4 && (cd half && clump_flow 4 2); }
