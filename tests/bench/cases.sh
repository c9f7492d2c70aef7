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
#   near, apart    bounds of physics.awk, if not .01 and of the last row .02        tilt   m/s along x of the period along z
#   peer      name of the deck NAME.lammps, if it is not that of the case; none: there is no peer     newer  yes: needs -lammps2
#   fifth     column of log.csv that the fifth of LAMMPS' thermo is compared with, if not potential
#   script    a script that measures the case, with script_options
# and state_NAME writes what the decks read, in the working folder: shape.csv, flow.csv, base.csv and LAMMPS' state.data.
here=${here:?sourced by run.sh}

# One pebble or more of the moving bodies -> shape.csv, with clast-clump's numbers beside it; then the start as LAMMPS reads it.
lammps_state()
{
  "$clast_clump" properties shape.csv --density 1 --method exact --json >shape.json &&
    $awk -v box="$box" -v style="$style" -v density="$density" -v ball=$ball -v properties=shape.json -f "$here/lammps_write.awk" \
      shape.csv flow.csv base.csv $(if test $ball = 1; then echo giant.csv; fi)
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
  "$clast" settle.yaml -search_skin 0.4 "$@" -output_dir settle -output_final final.csv -output_log_every 1e9 >"settle.out" 2>&1 || {
    tail -n 20 settle.out >&2
    return 1
  }
}

# The next ones write small states, too: tests/cli/instructions.sh takes them.
one_sphere() { printf 'x,y,z,r\n0,0,0,%s\n' "${1:-0.5}" >shape.csv; }

# EDGE STRAIN [FILL [OPTION...]]: a cell like that of shear.yaml that shrinks to EDGE, with spheres of diameter 1 in .55 of it, or FILL.
shrink()
{
  local wide
  wide=$($awk -v edge="$1" -v by="$2" 'BEGIN { printf "%.17g", edge * exp(by) }')
  sed -e "s/deformation: .*/deformation: {type: table, components: [xx, yy, zz], times: [0, 0.3], strains: [0, 0, 0, -$2, -$2, -$2]}/" \
    -e "s/{file: flow.csv}/${3:-&}/; s/WIDE/$wide/g" "$here/shear.yaml" >settle.yaml
  if test -z "${3:-}"; then $awk -v make=loose -v n="$($awk -v e="$1" 'BEGIN { print int(1.05 * e ^ 3) }')" -v L="$wide" -v H="$wide" -f "$here/states_write.awk"; fi
  settle "the cell shrinks" -domain_hi "$wide,$wide,$wide" -run_end_time 0.3 -contact_flow_friction 0 "${@:4}" &&
    $awk -v scales=1 -f "$here/settled.awk" final.csv >flow.csv
}
# EDGE STRAIN: spheres of diameters .2 to 2, of every size as much.
sizes()
{
  shrink "$1" "$2" "{template: [grain], solid_fraction: 0.35, lo: [0, 0, 0], hi: [WIDE, WIDE, WIDE], size: table, size_by: mass, \
size_table: [0.2, 0, 2, 100]}" -run_dt 2e-5 -search_skin 0.1
}

# RADIUS SPACING WIDTH GRAINS HEIGHT TIME: the ball of giant.yaml lies on sand.
ball()
{
  $awk -v make=giant -v R="$1" -v d="$2" -f "$here/states_write.awk"
  $awk -v make=loose -v n="$4" -v L="$3" -f "$here/states_write.awk"
  $awk -v w="$3" -v z="$5" 'BEGIN { print "template,x,y,z,vx,vy,vz,id"; printf "ball,%s,%s,%s,0,0,-1,1000000\n", w / 2, w / 2, z }' >ball.csv
  cp "$here/giant.yaml" settle.yaml
  settle "a ball falls into sand" -domain_hi "$3,$3,79" -run_dt 2e-4 -run_end_time "$6" &&
    sed -n '1p; /^ball,/p' final.csv >ball.csv && sed '/^ball,/d' final.csv | $awk -f "$here/settled.awk" >flow.csv
}

# LENGTH WIDTH RATE TIME: spheres fall through pegs.
pour()
{
  $awk -v make=loose -v n=1 -v L="$1" -f "$here/states_write.awk"
  $awk -v make=pegs -v n=1000000 -v L="$1" -v W="$2" -f "$here/states_write.awk"
  cp "$here/pour.yaml" settle.yaml
  settle "spheres pour" -domain_hi "$1,$2,22" -inlet_feed_hi "$1,$2,21" -inlet_feed_number_rate "$3" -run_dt 5e-4 -run_end_time "$4" &&
    $awk -f "$here/settled.awk" final.csv >flow.csv
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
  deck=hertz peer=clumpflow quick_steps=500 ranks=1 quick_ranks=1 lammps_options="-var law hertz"
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
state_chute() { chute && lammps_state; }
# A loose lattice that starts with the velocities of a steady flow (inertial number .2 at 26 degrees) shears into a packing.
chute()
{
  printf 'x,y,z,r\n0,0,0,0.5\n' >shape.csv
  rough_base 41 21 32001 >base.csv
  cp "$here/chute.yaml" settle.yaml
  $awk -f "$here/chute_write.awk" | $awk -v speed=0.095 -v depth=40 -f "$here/settled.awk" >flow.csv
  settle "32000 spheres flow" -run_dt 1e-3 -run_end_time 5 -contact_flow_stiffness 2.5e4 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv &&
    settle "they are hard" -run_end_time 0.2 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv
}

# The chute with other laws, which it flows with for a while.
case_rolling()
{
  case_chute
  text="the chute with Hertz-Mindlin contacts, restitution and rolling springs"
  deck=rolling peer=chute lammps_options="-var law rolling"
}
state_rolling()
{
  chute && cp "$here/$deck.yaml" settle.yaml && settle "with another law" $clast_options -run_end_time 0.1 -search_skin 0.2 &&
    $awk -f "$here/settled.awk" final.csv >flow.csv && lammps_state
}
case_jkr()
{
  case_rolling
  text="the same with JKR adhesion"
  lammps_options="-var law jkr"
  clast_options="-contact_flow_cohesion jkr -contact_flow_surface_energy 0.05 -contact_flow_largest_radius 0.5"
}
state_jkr() { state_rolling; }
case_hard()
{
  case_chute
  text="the chute with contacts as constraints"
  deck=hard peer=none steps=100 quick_steps=50
}
state_hard() { chute; }

case_shear()
{
  text="sheared cell of 8400 spheres"
  deck=shear box="20 20 0 20" pull="0 0 0" wraps=1 steps=1000 quick_steps=500 ranks=1 quick_ranks=1 lammps_options="" clast_options=""
  skin=0.2 # of .1, .2, .3
  tilt=20 near=0.02 apart=0.25 # hot: half the time step moves LAMMPS' rotational energy by .009, and its bodies by .12
}
# OPTION...: it flows until its strain is a whole one.
sheared()
{
  echo "template,x,y,z,id,blocked" >base.csv
  cp "$here/shear.yaml" settle.yaml
  settle "it is sheared" -domain_deformation_motion affine -run_end_time 1 "$@" && $awk -v scales=1 -f "$here/settled.awk" final.csv >flow.csv &&
    lammps_state
}
state_shear() { one_sphere && shrink 20 0.0669 && sheared -run_dt 5e-4 -contact_flow_stiffness 2.5e4 -contact_flow_damping 200; }
case_sizes()
{
  case_shear
  text="the same with spheres of diameters .2 to 2"
  box="10 10 0 10" dt=2e-5 tilt=10 near=0.01 apart=0.05 lammps_options="-var dt 2e-5 -var many 1" clast_options="-run_dt 2e-5 -domain_hi 10,10,10" skin=0.05
}
state_sizes() { one_sphere && sizes 10 0.19 && sheared $clast_options -run_dt 5e-5 -search_skin 0.1 -contact_flow_damping 400; }

case_giant()
{
  text="a ball of 10^5 pebbles on 5000 spheres of sand"
  deck=giant box="24 24 -1 79" pull="0 0 -1" ball=1 apart=0.05 steps=1000 quick_steps=500 ranks=1 quick_ranks=1 lammps_options="" clast_options="" skin=0.1
}
state_giant() { one_sphere && ball 8.6 0.3 24 4840 20.5 2 && cp ball.csv base.csv && lammps_state; }

case_beam()
{
  text="beam of 8640 balls with 24 000 bonds, which breaks"
  deck=beam newer=yes box="120 40 0 40" pull="0 0 0" style=bpm density=2 fifth=links steps=1000 quick_steps=500 ranks=1 quick_ranks=1 lammps_options=""
  clast_options="" skin=0.1
}
state_beam()
{
  one_sphere 0.48 && echo "template,x,y,z,id,blocked" >base.csv &&
    $awk -v make=beam -v NX=60 -v NY=12 -v NZ=12 -f "$here/states_write.awk" && lammps_state
}

case_dam()
{
  text="SPH: dam break of 4900 particles in a tank of 1000"
  deck=dam newer=yes near=0.05 apart=0.1 box="5 5 -0.5 0.5" pull="0 -9.81 0" style=sph density=1000 steps=1000 quick_steps=500 ranks=1 quick_ranks=1 lammps_options=""
  clast_options="" skin=0.01
}
state_dam()
{
  one_sphere 0.011283791670955126 && $awk -v make=dam -v d=0.02 -v W=1.4 -v H=1.4 -v L=3 -f "$here/states_write.awk" && lammps_state
}

case_pour()
{
  text="spheres enter, fall through pegs and leave: some 3000 are there"
  deck=pour peer=none steps=1000 quick_steps=500 ranks=1 quick_ranks=1 lammps_options="" skin=0
  clast_options="-domain_hi 20,20,22 -inlet_feed_hi 20,20,21 -inlet_feed_number_rate 400"
}
state_pour() { one_sphere && pour 20 20 400 8; }

# Scripts of their own: LIGGGHTS, and plain C.
case_drum()
{
  text="drum of 30 000 spheres in 9024 triangles"
  script=drum.sh script_options="-dir $dir" deck=drum skin=0.0005 steps=1000 quick_steps=200 ranks=1 quick_ranks=1
}
case_hopper()
{
  case_drum
  text="hopper of 9216 triangles that runs out" script_options="-dir $dir" deck=hopper
}
case_rods()
{
  text="10^5 rods: chains of 100" script=links.sh script_options="" deck=rods skin=0 steps=20 quick_steps=10 ranks=1 quick_ranks=1
}
case_ropes()
{
  text="10^5 ropes: a cloth of 300 by 170"
  deck=links peer=none dt=1e-3 steps=20 quick_steps=10 ranks=1 quick_ranks=1 lammps_options="" clast_options="-constraint_rods_rope true" skin=0
}
state_ropes() { $awk -f "$here/links_write.awk" -v dir=. -v rows=300 -v columns=170 -v cloth=1 -v sweeps=20 -v turn=0; }

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

# By hand only: 20 GB, and minutes for LAMMPS to read it.
case_tenmillion()
{
  case_million
  text="10^7 pebbles: the clump flow 19 by 16 times side by side"
  box="760 320 -1 79" steps=20 clast_options="-domain_hi 760,320,79"
}
state_tenmillion() { clump_flow 19 16 && lammps_state; }

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
