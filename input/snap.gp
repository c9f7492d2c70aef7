# gnuplot input/snap.gp: tension of each link of the chain of input/snap.yaml over time, as snap.png, from the table that
#   pvpython jobs/tension.py out/snap chain > out/snap/tension.csv
# makes of its frames. The dashed line is a wave of the speed 1/sqrt(compliance mass) links a second, from where the chain snaps.
if (!exists("data")) data = 'out/snap/tension.csv'
if (!exists("png")) png = 'snap.png'
set terminal pngcairo size 900,600 font 'sans,12' enhanced
set output png
set xlabel 'link, from the fixed end'
set ylabel 'time, ms'
set cblabel 'tension, N'
set cbrange [-20:100]
set palette defined (-20 '#3b4cc0', 0 '#dddddd', 50 '#f7a889', 100 '#b40426')
set xrange [0:199]
set yrange [760:785]
unset key
cells = sprintf("< awk -F, '{ for (k = 2; k <= NF; k++) print k - 2, 1000 * $1, $k == \"\" ? \"nan\" : $k; print \"\" }' %s", data)
plot cells using 1:2:3 with image, [0:134] 764.54 + 1000 * (134 - x) / 9981.5 with lines lw 2 dt 2 lc 'black'
