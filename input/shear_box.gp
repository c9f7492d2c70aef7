# gnuplot input/shear_box.gp: shear force over normal force of the sweep of input/shear_box.yaml, as shear_box.png, with Coulomb's law
# fitted. Another folder of the sweep: gnuplot -e "dir='out/mine'" input/shear_box.gp
if (!exists("dir")) dir = 'out/sweep'
if (!exists("png")) png = 'shear_box.png'
data = sprintf("< awk -f input/shear_box/force.awk %s/sweep.csv", dir)
slope = 0.5; cohesion = 1
coulomb(x) = cohesion + slope * x
set fit quiet logfile '/dev/null'
fit coulomb(x) data using 2:3 via slope, cohesion
print sprintf("T = %.3f N + %.2f N: %.1f degrees", slope, cohesion, atan(slope) * 180 / pi)
set terminal pngcairo size 700,500 font 'sans,12'
set output png
set xlabel 'normal force N, N'
set ylabel 'shear force T, N'
set key top left
set grid
set xrange [0:*]
set yrange [0:*]
plot data using 2:3 with points lw 2 pt 6 ps 1.5 title 'measured', \
     coulomb(x) lw 2 title sprintf("%.3f N %+.2f N: %.1f degrees", slope, cohesion, atan(slope) * 180 / pi)
