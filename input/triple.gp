# gnuplot input/triple.gp: paths of the masses of input/triple.yaml, as triple.png, from the table that
#   pvpython jobs/places.py out/triple > out/triple/places.csv
# makes of its frames. Crosses: the last mass after 0.5, 1 and 1.5 s, from Lagrange's equations.
if (!exists("data")) data = 'out/triple/places.csv'
if (!exists("png")) png = 'triple.png'
set terminal pngcairo size 800,400 font 'sans,12' enhanced
set output png
set datafile separator ','
set size ratio -1
set xlabel 'x, m'
set ylabel 'z, m'
set key outside right top
$exact << END
-0.403500,-0.597798
-0.305722,-0.165924
0.313430,-0.182926
END
plot data using 5:7 with lines lw 1 lc rgb '#9aa7b0' title 'first mass', \
     data using 8:10 with lines lw 1 lc rgb '#579bc7' title 'second', \
     data using 11:13 with lines lw 2 lc rgb '#cc5c42' title 'third', \
     for [k = 0:150:50] sprintf("< awk -F, 'NR == %d { for (i = 2; i < NF; i += 3) print $i \",\" $(i + 2) }' %s", k + 1, data) \
       using 1:2 with linespoints pt 7 ps 1 lw 1 lc rgb '#404040' notitle, \
     $exact using 1:2 with points pt 2 ps 2 lw 2 lc rgb 'black' title 'by Lagrange'
