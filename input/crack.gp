# gnuplot input/crack.gp: the Brazilian disc of input/brazil.yaml as brazil.png: grains where they are at the end, places of the bonds
# that broke, force on the upper platen. The block of input/uniaxial.yaml: gnuplot -e "name='uniaxial'" input/crack.gp
# The run must have written its end: clast input/brazil.yaml -output_final out/brazil/final.csv
if (!exists("name")) name = 'brazil'
if (!exists("dir")) dir = 'out/'.name
if (!exists("png")) png = name.'.png'
set datafile separator ','
set terminal pngcairo size 1100,600 font 'sans,11'
set output png
set multiplot layout 1,2
set size ratio -1
set style fill solid 0.6 noborder
set key below
set xlabel 'x, mm'
set ylabel 'y, mm'
set palette defined (-1 '#3b6fb6', 0 '#dddddd', 1 '#d08b3c')
set cbrange [-1:1]
unset colorbox
mm(v) = 1e3 * column(v)
plot dir.'/final.csv' every ::1 using (mm('x')):(mm('y')):(column('scale')):(column('vx') > 0.05 ? 1 : column('vx') < -0.05 ? -1 : 0) \
       with circles palette title 'grains: blue move left, orange right, grey stay', \
     dir.'/events.csv' using (mm('x')):(mm('y')) with points pt 7 ps 0.5 lc rgb '#c00000' title 'bonds that broke'
set size noratio
set xlabel 'time, ms'
set ylabel 'force on the upper platen, kN per m of depth'
plot sprintf("< awk -F, 'NR == 1 || $3 == \"upper\"' %s/walls.csv", dir) using (mm('time')):(abs(column('force_y')) / 1e3) with lines lw 2 lc rgb '#333333' title 'force', \
     sprintf("< cat %s/log.csv", dir) using (mm('time')):(column('broken') / 10) with lines lw 1.5 lc rgb '#c00000' title 'broken bonds / 10'
unset multiplot
