# gnuplot input/jamming.gp: contacts of a grain that is held over the solid fraction, of runs of input/jamming.yaml with trimers
# (out/jamming) and with spheres (out/spheres: -template_grain_pebbles 0,0,0,1e-3 -output_dir out/spheres), as jamming.png. Another
# folder: gnuplot -e "dir='out/mine'" input/jamming.gp
if (!exists("dir")) dir = 'out/jamming'
if (!exists("beside")) beside = 'out/spheres'
if (!exists("png")) png = 'jamming.png'
set datafile separator ','
set terminal pngcairo size 560,360 font "sans,10"
set output png
set xlabel 'solid fraction'
set ylabel 'contacts of a grain, rattlers left out'
set xrange [0.4:0.72]
set yrange [0:13]
set ytics 3
set grid
set key top left
both(of) = '< paste -d, '.of.'/log.csv '.of.'/monitors/contacts.csv | grep -v ",$"' # the log has a row of the end
plot both(dir) using 'solid_fraction':'stable_contacts' with linespoints pt 7 ps 0.4 title 'trimers', \
     both(beside) using 'solid_fraction':'stable_contacts' with linespoints pt 7 ps 0.4 title 'spheres', \
     12 with lines dt 2 lc rgb 'black' notitle, 6 with lines dt 2 lc rgb 'black' notitle
