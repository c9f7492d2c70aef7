# gnuplot input/repose.gp: the angles of repose of the sweep of input/repose.yaml, as repose.png.
# Another folder of the sweep: gnuplot -e "dir='out/mine'" input/repose.gp
if (!exists("dir")) dir = 'out/sweep'
if (!exists("png")) png = 'repose.png'
set terminal pngcairo size 900,600 font 'sans,13'
set output png
set xlabel 'friction of the grains'
set ylabel 'angle of repose, degrees'
set key bottom right
set grid
set xrange [0:0.9]
set yrange [0:*]
of(shape) = sprintf("< awk -v shape=%s -f input/repose/angle.awk %s/sweep.csv | sort -n", shape, dir)
array names[4] = ['spheres', 'pairs of spheres', 'rods of four spheres', 'tetrapods']
plot for [k = 1:4] of(word('sphere pair rod tetrapod', k)) using 1:2:3 with yerrorlines lw 2 pt 6 + k title names[k]
