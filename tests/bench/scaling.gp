# SPDX-License-Identifier: MIT
# scaling.csv as scaling.png: efficiency over ranks, strong and weak, and the cost of a pebble-step over the size of the state.
set datafile separator ","
set terminal pngcairo size 1100, 450
set output "scaling.png"
rows = int(system("grep -c ^flat scaling.csv || true"))
set multiplot layout 1, rows > 0 ? 2 : 1
set logscale x 2
set yrange [0:1.2]
set xlabel "ranks"
set ylabel "efficiency"
set key bottom left
set grid
plot "< grep ^strong scaling.csv" using 3:7 with linespoints pt 7 title "strong", \
     "< grep ^weak scaling.csv" using 3:7 with linespoints pt 5 title "weak"
unset logscale x
set logscale x 10
set yrange [0:*]
set xlabel "pebbles on one rank"
set ylabel "ns per pebble-step"
if (rows > 0) plot "< grep ^flat scaling.csv" using 4:(1e9 / $5) with linespoints pt 7 title "flat"
unset multiplot
