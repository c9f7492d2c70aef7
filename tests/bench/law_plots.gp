# SPDX-License-Identifier: MIT
# The curves of law_plots.sh as laws_SLOT.png.
set terminal pngcairo noenhanced size 1200, 760 font "Sans,11" linewidth 1.6
set grid lc rgb "#dddddd"
set border lc rgb "#666666"
set tics textcolor rgb "#333333"
set style data lines
set xzeroaxis lc rgb "#888888" lw 0.8
set yzeroaxis lc rgb "#888888" lw 0.8
set key below maxrows 2 samplen 2.2 spacing 1.1 width -1 font ",10"
set bmargin 6
set autoscale xfix
set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05
a = "#1f5fa8"; b = "#d1495b"; c = "#2e8b57"; d = "#e09f3e"; e = "#6a4c93"

set output "laws_normal.png"
set multiplot layout 2, 3
set xlabel "overlap, µm"
set ylabel "force, N"
set title "impact at 1 m/s, restitution 0.5"
plot "hooke.dat" lc rgb a title "hooke", "hooke_limited.dat" lc rgb a dt 2 title "limit_damping", \
     "hertz.dat" lc rgb b title "hertz", "spring.dat" lc rgb c title "spring (elastic)"
set title "hertz, dashpots, impact at 1 m/s"
plot "hertz.dat" lc rgb a title "restitution", "tsuji.dat" lc rgb b title "damping_fit: tsuji", \
     "coefficient.dat" lc rgb c title "damping_coefficient", "viscoelastic.dat" lc rgb d title "viscous_time"
set title "restitution by a table, 0.3 and 1 m/s"
plot "hooke_table_1.dat" lc rgb a title "hooke_table", "hooke_table_0.3.dat" lc rgb a notitle, \
     "hertz_table_1.dat" lc rgb b title "hertz_table", "hertz_table_0.3.dat" lc rgb b notitle
set title "walton_braun, two cycles"
plot "walton.dat" lc rgb a notitle
set title "luding"
plot "luding.dat" lc rgb a title "in, out, in, out", "luding_depth.dat" lc rgb b title "plastic_depth, two cycles"
set title "elastic_plastic, two cycles"
plot "elastic.dat" lc rgb "#999999" dt 2 title "hertz", "plastic.dat" lc rgb a title "elastic_plastic"
unset multiplot

set output "laws_cohesion.png"
set multiplot layout 2, 3
set title "linear, with hertz"
plot [-80:50] "linear.dat" lc rgb a notitle
set title "dmt, jkr, with hertz"
plot [-50:50] "dmt.dat" lc rgb a title "dmt", "jkr_fold.dat" lc rgb d title "jkr_end: fold", \
     "jkr.dat" lc rgb b title "jkr"
set title "sjkr, sjkr2, with hertz"
plot [-20:80] "sjkr.dat" lc rgb a title "sjkr", "sjkr2.dat" lc rgb b title "sjkr2", "elastic.dat" lc rgb "#999999" dt 2 title "hertz"
set title "van_der_waals, with hertz"
set xlabel "overlap, nm"
set ylabel "force, µN"
plot [-30:30] "van_der_waals.dat" lc rgb a notitle
set xlabel "overlap, µm"
set ylabel "force, mN"
set title "liquid_bridge, with hertz"
plot [-1100:20] [-6:4] "willett.dat" using 1:(1e3 * $2) lc rgb a title "willett", "rabinovich.dat" using 1:(1e3 * $2) lc rgb b dt 2 title "rabinovich", \
     "migration.dat" using 1:(1e3 * $2) lc rgb c title "migration"
set title "liquid_bridge, viscous, at 1.1 mm/s"
plot [-1100:20] [-12:8] "willett.dat" using 1:(1e3 * $2) lc rgb "#999999" dt 2 title "at rest", "wet.dat" using 1:(1e3 * $2) lc rgb a title "viscous"
unset multiplot

set terminal pngcairo noenhanced size 1200, 390 font "Sans,11" linewidth 1.6
set output "laws_tangential.png"
set multiplot layout 1, 3
set xlabel "slip, µm"
set ylabel "force against slip, N"
set title "hooke, static_dynamic"
plot "t_hooke.dat" lc rgb a title "hooke, mindlin", "t_static.dat" lc rgb b title "static_dynamic"
set title "slip, unload, slip back, load, slip"
plot "t_mindlin.dat" lc rgb a title "mindlin", "t_mindlin_incremental.dat" lc rgb b title "mindlin_incremental", \
     "t_mindlin_secant.dat" lc rgb c title "mindlin_secant"
set title "viscous, slip of a sine"
plot "t_viscous.dat" lc rgb a title "reaches the cap", "t_viscous_slow.dat" lc rgb b title "half as fast"
unset multiplot

set terminal pngcairo noenhanced size 800, 390 font "Sans,11" linewidth 1.6
set output "laws_couples.png"
set multiplot layout 1, 2
set ylabel "couple against it, mN m"
set xlabel "rolling, mrad"
set title "rolling"
plot "r_constant.dat" lc rgb a title "constant_torque", "r_plastic.dat" lc rgb b title "elastic_plastic", \
     "r_epsd2.dat" lc rgb c title "epsd2", "r_viscous.dat" lc rgb d title "viscous (sine)"
set xlabel "twisting, mrad"
set title "twisting"
plot "w_constant.dat" lc rgb a title "constant_torque", "w_plastic.dat" lc rgb b title "elastic_plastic", \
     "w_viscous.dat" lc rgb d title "viscous (sine)"
unset multiplot

set terminal pngcairo noenhanced size 1200, 390 font "Sans,11" linewidth 1.6
set output "laws_bonds.png"
set multiplot layout 1, 3
set xlabel "opening, µm"
set ylabel "pull, N"
set title "bond, pulled until it breaks"
plot "b_pull.dat" lc rgb a notitle
set xlabel "slip, µm"
set ylabel "force against slip, N"
set title "sheared"
plot "b_shear.dat" lc rgb a notitle
set xlabel "turn, mrad"
set ylabel "couple against it, N m"
set title "bent, twisted"
plot "b_bend.dat" using 1:($2 / 1e3) lc rgb a title "bent", "b_twist.dat" using 1:($2 / 1e3) lc rgb b title "twisted"
unset multiplot
