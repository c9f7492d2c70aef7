#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/law_plots.sh [-clast PROGRAM] [-into FOLDER] [-keep FOLDER]: the pictures of docs/physics/laws.md, laws_SLOT.png, drawn by gnuplot
# from runs of clast with two bodies. Either a sphere is driven along a path past one of 1e12 kg, both of 10 mm, or a free sphere of
# 10 mm hits a wall. Materials: 1e7 Pa, 0.3, 1000 kg/m^3. The curves are columns of bodies.csv, and of log.csv for impacts.
here=$(cd "$(dirname "$0")" && pwd)
clast=build/clast into=docs keep=
while [ $# -gt 1 ]; do
  case $1 in
    -clast) clast=$2 ;;
    -into) into=$2 ;;
    -keep) keep=$2 ;;
    *) break ;;
  esac
  shift 2
done
clast=$(cd "$(dirname "$clast")" && pwd)/$(basename "$clast")
into=$(cd "$into" && pwd) || exit 1
awk=${AWK:-awk}
command -v gnuplot >/dev/null || { echo "law_plots.sh: gnuplot is not installed" >&2; exit 1; }
if [ -n "$keep" ]; then mkdir -p "$keep" && dir=$(cd "$keep" && pwd) || exit 1
else dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT || exit 1
fi
cd "$dir" || exit 1

# NAME DT END KEYS: the start of NAME.yaml
scenario()
{
  printf 'schema: 1\nrun: {end_time: %s, dt: %s, overlap_limit: 10}\n' "$3" "$2"
  printf 'domain: {lo: [-0.05, -0.05, -0.05], hi: [0.05, 0.05, 0.05], boundary: [free, free, free]}\n'
  printf 'material:\n  - a: {density: 1000, young: %s, poisson: 0.3%s}\n' "${young:-1e7}" "${liquid:+, liquid: $liquid}"
  printf 'contact:\n  - law: {between: [a, a], %s}\n' "$4"
  printf 'template:\n  - ball: {material: a, pebbles: [0, 0, 0, 0.01]}\n  - base: {material: a, pebbles: [0, 0, 0, 0.01], '
  printf 'mass_properties: given, position: [0, 0, 0], mass: 1e12, inertia: [1e8, 1e8, 1e8], volume: 4e-6}\n'
  printf 'output: {dir: %s, bodies: [0, 1], bodies_every: %s, log_every: %s}\ncheckpoint: {every_wall: 0}\n' "$1" "$2" "$2"
}

run()
{
  "$clast" "$1.yaml" >"$1.out" 2>&1 || { cat "$1.out" >&2; exit 1; }
}

# NAME KEYS COLUMNS KNOT...: a driven sphere. A knot is overlap:slip:roll:twist, in um and mrad (missing ones are 0), reached after 1 s
# of 200 steps, or RATE steps a second. COLUMNS: what to print, in terms of overlap, slip, roll, twist (as above), fn, ft (N), couples
# rolls and twists (N m).  -> NAME.dat. Half a step lies between touching and the next sample. Samples next to touching, parting and
# rupture stand for a part of a step: forces have shares there (src/contact/batch.h). With APART=N such samples, up to N steps before
# or after the law's first or last force, are not drawn.
drive()
{
  local name=$1 keys=$2 columns=$3
  shift 3
  printf '%s\n' "$@" | $awk -F: -v pi=3.14159265358979 '
    BEGIN { print "time,x,y,z,qw,qx,qy,qz" }
    { printf "%d,%.17g,%.17g,0,%.17g,%.17g,0,%.17g\n", NR - 1, 0.02 - $1 * 1e-6, $2 * 1e-6,
        cos($3 / 2000) * cos($4 / 2000), cos($3 / 2000) * sin($4 / 2000), sin($3 / 2000) * cos($4 / 2000) }' >"$name.csv"
  local first=${1%%:*} dt
  dt=$($awk -v rate="${rate:-200}" 'BEGIN { print 1 / rate }')
  {
    scenario "$name" "$dt" $(($# - 1)) "$keys"
    printf 'clumps:\n  - base: {template: base, position: [0, 0, 0]}\n'
    printf '  - mover: {template: ball, position: [%s, 0, 0], group: mover}\n' \
      "$($awk -v overlap="$first" 'BEGIN { printf "%.17g", 0.02 - overlap * 1e-6 }')"
    printf 'motion:\n  - path: {groups: [mover], type: table, file: %s.csv}\n' "$name"
    printf '%s' "${more:-}"
  } >"$name.yaml"
  run "$name"
  printf '%s\n' "$@" | $awk -F, -v apart="${apart:-0}" '
    BEGIN { n = m = 0 }
    function at(column, t,   k, s) { k = int(t); if (k > n - 2) k = n - 2; s = t - k; return (1 - s) * path[k, column] + s * path[k + 1, column] }
    NR == FNR { split($0, p, ":"); for (k = 1; k <= 4; k++) path[n, k] = p[k] + 0; n++; next }
    FNR == 1 { next }
    $3 == 0 { ta = $9; tb = $7; next }
    $3 == 1 {
      overlap = at(1, $2); slip = at(2, $2); roll = at(3, $2); twist = at(4, $2); time = $2
      fn = $4; ft = $5; rolls = ($9 - ta) / 2; twists = ($7 - tb) / 2
      row[m] = '"$columns"'; acts[m] = fn != 0; m++
    }
    END {
      for (k = 0; k < m; k++) {
        near = 0
        for (i = k - apart; i < k + apart; i++) if (i >= 0 && i + 1 < m && acts[i] != acts[i + 1]) near = 1
        if (!near) print row[k]
      }
    }' - "$name/bodies.csv" >"$name.dat"
}

# NAME KEYS SPEED: a free sphere hits a wall at this speed, m/s; dt 2e-6 s. -> NAME.dat, overlap in um and force in N, while it touches, without
# the first sample and the last two, see drive
impact()
{
  {
    scenario "$1" 2e-6 "${long:-2e-3}" "$2"
    printf 'clumps:\n  - base: {template: base, position: [0.03, 0.03, 0.03]}\n  - mover: {template: ball, position: [0.010001, 0, 0], velocity: [%s, 0, 0]}\n' "-$3"
    printf 'wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [1, 0, 0]}\n'
  } >"$1.yaml"
  run "$1"
  $awk -F, '
    FNR == 1 { file++; for (k = 1; k <= NF; k++) at[$k] = k; next }
    file == 1 { overlap[$1] = 1e6 * $at["max_overlap"]; next }
    $3 == 1 && overlap[$1] > 0 { row[n++] = overlap[$1] " " $4 }
    END { for (k = 1; k < n - 2; k++) print row[k] }' "$1/log.csv" "$1/bodies.csv" >"$1.dat"
}

curve='overlap " " fn'
# ---- normal ----
long=4e-3 impact hooke "normal: hooke, stiffness: 5e4, restitution: 0.5" 1
long=4e-3 impact hooke_limited "normal: hooke, stiffness: 5e4, restitution: 0.5, limit_damping: true" 1
long=4e-3 impact hertz "normal: hertz, restitution: 0.5" 1
young=5e4 long=4e-3 impact spring "normal: spring" 1
long=4e-3 impact tsuji "normal: hertz, restitution: 0.5, damping_fit: tsuji" 1
long=4e-3 impact coefficient "normal: hertz, damping_coefficient: 6" 1
long=4e-3 impact viscoelastic "normal: hertz, viscous_time: 1.2e-4" 1
drive walton "normal: walton_braun, stiffness: 5e4, unloading_stiffness: 1.5e5" "$curve" -50.25 100 -50 199.75 -50
drive luding "normal: luding, stiffness: 5e4, unloading_stiffness: 1.5e5, adhesion_stiffness: 2.5e4" "$curve" -50.25 200 40 200 -50
drive luding_depth "normal: luding, stiffness: 5e4, unloading_stiffness: 1.5e5, adhesion_stiffness: 2.5e4, plastic_depth: 0.02" \
  "$curve" -50.25 100 -50 199.75 -50
drive plastic "normal: elastic_plastic, yield_pressure: 3e5" "$curve" -20.25 100 -20 199.75 -20
drive elastic "normal: hertz, restitution: 1" "$curve" 0 200
for speed in 0.3 1; do
  long=5e-3 impact hooke_table_$speed "normal: hooke_table, stiffness: 5e4, restitution_speeds: [0.3, 1], restitutions: [0.9, 0.4]" $speed
  long=5e-3 impact hertz_table_$speed "normal: hertz_table, restitution_speeds: [0.3, 1], restitutions: [0.9, 0.4]" $speed
done

# ---- cohesion, with hertz ----
hertz="normal: hertz, restitution: 1"
apart=3 rate=1000
drive linear "$hertz, cohesion: linear, cohesion_force: 0.4, cohesion_range: 4e-5" "$curve" -80.25 50 -80
drive dmt "$hertz, cohesion: dmt, surface_energy: 5" "$curve" -50.25 50 -50
drive jkr "$hertz, cohesion: jkr, surface_energy: 5, largest_radius: 0.005" "$curve" -50.25 50 -50
drive jkr_fold "$hertz, cohesion: jkr, surface_energy: 5, largest_radius: 0.005, jkr_end: fold" "$curve" -50.25 50 -50
drive sjkr "$hertz, cohesion: sjkr, cohesion_energy_density: 2e5" "$curve" -20.25 80 -20
drive sjkr2 "$hertz, cohesion: sjkr2, cohesion_energy_density: 2e5" "$curve" -20.25 80 -20
drive van_der_waals "$hertz, cohesion: van_der_waals, hamaker: 1e-19, hamaker_gap: 4e-9, hamaker_cutoff: 2e-8" \
  '1e3 * overlap " " 1e6 * fn' -0.03005 0.03 -0.03
for force in willett rabinovich; do
  drive $force "$hertz, cohesion: liquid_bridge, surface_tension: 0.073, liquid_volume: 1e-9, bridge_force: $force" "$curve" \
    -1100 8 -1100
done
liquid=2.5e-9 drive migration "$hertz, cohesion: liquid_migration, surface_tension: 0.073, liquid_volume: 1e-9" "$curve" -1100 8 -1100
drive wet "$hertz, cohesion: liquid_bridge, surface_tension: 0.073, liquid_volume: 1e-9, liquid_viscosity: 0.2, liquid_gap: 2e-5" \
  "$curve" -1100 8 -1100

# ---- tangential, 100 um of overlap ----
apart=0 rate=200
slips='slip " " (-ft)'
hooke="normal: hooke, stiffness: 2e4, restitution: 1"
cycle="100 100:60 100:-60 100:60"
drive t_hooke "$hooke, tangential: hooke, tangential_stiffness: 1.5e4, friction: 0.3" "$slips" $cycle
drive t_static "$hooke, tangential: static_dynamic, tangential_stiffness: 1.5e4, friction: 0.3, friction_dynamic: 0.2" "$slips" $cycle
for kind in mindlin mindlin_incremental mindlin_secant; do
  drive t_$kind "$hertz, tangential: $kind, friction: 5" "$slips" 100 100:30 30:30 30:10 100:10 100:25
done
# slip of a sine; dashpots in 1/s refer to the heavy mass
waves()
{
  $awk -v size="$1" 'BEGIN { for (k = 0; k <= 400; k++) printf "100:%.9g ", size * sin(k * 3.14159265358979 / 160) }'
}
rate=2
drive t_viscous "$hooke, tangential: viscous, friction: 0.3, tangential_damping: 6e-7" "$slips" $(waves 60)
drive t_viscous_slow "$hooke, tangential: viscous, friction: 0.3, tangential_damping: 6e-7" "$slips" $(waves 30)
rate=200

# ---- rolling and twisting ----
rolls='roll " " (-1e3 * rolls)'
cycle="100 100:0:150 100:0:-150 100:0:150"
drive r_constant "$hooke, rolling: constant_torque, rolling_friction: 0.1" "$rolls" $cycle
drive r_plastic "$hooke, rolling: elastic_plastic, rolling_friction: 0.1, rolling_damping: 0" "$rolls" $cycle
drive r_epsd2 "$hooke, tangential: hooke, friction: 0.3, tangential_ratio: 0.05, rolling: epsd2, rolling_friction: 0.1" "$rolls" $cycle
turns()
{
  $awk -v size="$1" -v before="$2" 'BEGIN { for (k = 0; k <= 400; k++) printf "100:0:%s%.9g ", before, size * sin(k * 3.14159265358979 / 160) }'
}
rate=2
drive r_viscous "$hooke, rolling: viscous, rolling_friction: 0.1, rolling_viscosity: 0.4" "$rolls" $(turns 150 "")
twists='twist " " (-1e3 * twists)'
drive w_viscous "$hooke, twisting: viscous, twisting_friction: 0.1, twisting_viscosity: 2" "$twists" $(turns 30 0:)
rate=200
cycle="100 100:0:0:30 100:0:0:-30 100:0:0:30"
drive w_constant "$hooke, twisting: constant_torque, twisting_friction: 0.1" "$twists" $cycle
drive w_plastic "$hooke, twisting: elastic_plastic, twisting_friction: 0.1, twisting_stiffness: 0.1" "$twists" $cycle

# ---- bonds: no contact, 1 um apart ----
more='bond:
  - cement: {between: [a, a], distance: 1e-5, normal_stiffness: 1e10, shear_stiffness: 4e9, tensile_strength: 2e5, shear_strength: 3e5}
'
drive b_pull "$hooke" '-overlap - 1 " " (-fn)' -1 -21 9 -41
drive b_shear "$hooke" "$slips" -1 -1:40 -1:-20 -1:100
drive b_bend "$hooke" "$rolls" -1 -1:0:1 -1:0:-1 -1:0:10
drive b_twist "$hooke" "$twists" -1 -1:0:0:2 -1:0:0:-2 -1:0:0:10

gnuplot "$here/law_plots.gp" && mv laws_*.png "$into"
