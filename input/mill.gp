# gnuplot input/mill.gp: power over speed of the sweep of input/mill.yaml, as mill.png.
# Another folder of the sweep: gnuplot -e "dir='out/mine'" input/mill.gp
if (!exists("dir")) dir = 'out/sweep'
if (!exists("png")) png = 'mill.png'
set terminal pngcairo size 700,500 font 'sans,12'
set output png
set xlabel 'speed over critical speed'
set ylabel 'power, W'
set key top left
set grid
set xrange [0:1.4]
set yrange [0:12]
set object rectangle from first 0.7, graph 0 to first 0.85, graph 1 behind fillcolor rgb '#dddddd' fillstyle solid noborder
plot sprintf("< awk -f input/mill/power.awk %s/sweep.csv", dir) with linespoints lw 2 pt 6 ps 1.5 title 'measured', \
     NaN with boxes fillstyle solid lc rgb '#dddddd' title 'largest power of mills'
