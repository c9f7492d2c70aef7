# SPDX-License-Identifier: MIT
# Sourced by tests of the examples in input/: each of them shortened to some seconds, with what it is about.

# EXAMPLE whose digest is kept: whether it is another one here. The error bound of its ball's mass has other last digits by the arc
# functions of glibc before 2.35; all else is the same.
other_digest()
{
  test "$1" = wrecker || return 1
  case $(getconf GNU_LIBC_VERSION 2>/dev/null) in "glibc 2."[0-9] | "glibc 2."[12][0-9] | "glibc 2.3"[0-4]) ;; *) return 1 ;; esac
}

# EXAMPLE: sets half and whole, s, and options.
shorten()
{
  options=()
  case $1 in
    beam) half=0.0009 whole=0.001 ;;
    bed) half=0.03 whole=0.04 options=(-clumps_bed_count 60 -motion_shake_start 0.02) ;;
    biaxial) half=0.009 whole=0.011 options=(-domain_deformation_rate_limit 30 -clumps_all_count 300 -domain_hi 0.125,0.125 -clumps_all_hi 0.125,0.125) ;;
    bottle) # softer capsules for a longer step, and six of them
      half=0.2 whole=0.3
      options=(-inlet_feed_stop_mass 0.004 -material_gelatin_young 4e5 -material_glass_young 4e5 -event_filled_delay 0.25
        -event_poured_delay 0.3 -image_view_size 160,90)
      ;;
    bounce) half=0.1 whole=0.2 ;;
    brazil) half=0.0004 whole=0.0005 ;;
    uniaxial) half=0.0003 whole=0.0004 ;;
    bricks) half=0.5 whole=0.6 ;;
    capsules) half=0.3 whole=0.5 ;;
    chain) half=0.1 whole=0.2 ;;
    cloth) half=0.2 whole=0.3 ;;
    conveyor) half=0.3 whole=0.4 ;;
    crate) half=0.2 whole=0.3 ;;
    drum) half=0.05 whole=0.1 options=(-image_view_size 160,90) ;;
    drum_mesh) half=0.03 whole=0.05 ;;
    dam_break) half=0.04 whole=0.08 ;;
    dumbbell) half=0.6 whole=0.8 ;;
    dust) half=0.3 whole=0.5 ;;
    freeze) half=5 whole=10 ;;
    gas | gas_lj) half=0.3 whole=0.5 ;;
    hopper) # 600 grains from a lower height
      half=0.15 whole=0.3
      options=(-clumps_bed_count 600 -clumps_bed_hi 0.038,0.038,0.03 -event_settled_below 1e-3 -event_low_below 10)
      ;;
    hopper_2d)
      half=0.15 whole=0.3
      options=(-clumps_bed_count 200 -clumps_bed_hi 0.124,0.06 -event_settled_below 1 -event_low_below 10)
      ;;
    inlet) half=0.3 whole=0.5 ;;
    jamming) half=0.01 whole=0.02 ;;
    mill) half=0.1 whole=0.4 ;;
    repose) half=0.05 whole=0.1 ;;
    rods) half=0.1 whole=0.2 options=(-image_view_size 160,90 -clumps_sticks_count 80) ;;
    rockfall) half=0.2 whole=0.3 options=(-image_view_size 160,90) ;;
    shear_box) # 150 pairs under a lid that is near
      half=0.05 whole=0.08
      options=(-clumps_bed_count 150 -clumps_bed_hi 0.0398,0.024,0.01 -wall_lid_point 0,0,0.012 -motion_shear_start 0.06)
      ;;
    simple_shear) half=0.006 whole=0.012 ;;
    squeeze) half=0.35 whole=0.5 ;;
    snap) # it breaks early
      half=0.02 whole=0.04 options=(-constraint_chain_break_force 4)
      ;;
    stars) half=100 whole=200 ;;
    stars_hard) half=2940 whole=3000 ;; # they touch after 2800
    transfer) half=0.3 whole=0.5 ;;
    triaxial) # 250 clumps, from before they touch
      half=0.0045 whole=0.0055
      options=(-domain_deformation_rate_limit 60 -clumps_all_template tetrapod -clumps_all_count 250 -domain_hi 0.0088,0.0088,0.0088 -clumps_all_hi 0.0088,0.0088,0.0088)
      ;;
    triple) half=0.1 whole=0.2 ;;
    trough) half=0.5 whole=1 ;;
    wrecker) half=0.83 whole=0.86 ;;
    *) half='' whole='' ;;
  esac
}
