# gnuplot input/triaxial.gp: mobilised friction angle and volumetric strain over the axial strain, of the runs of input/triaxial.yaml,
# as triaxial.png; of those of input/biaxial.yaml: gnuplot -e "flat=1" input/triaxial.gp
if (!exists("flat")) flat = 0
if (!exists("dir")) dir = flat ? 'out/biaxial' : 'out/triaxial'
if (!exists("png")) png = flat ? 'biaxial.png' : 'triaxial.png'
set terminal pngcairo size 560,360 font "sans,10"
set output png
set xlabel 'axial strain'
set ylabel 'friction angle, degrees'
set y2label 'volumetric strain'
set yrange [0:50]
set y2range [0:0.25]
set ytics nomirror
set y2tics
set grid
set key top right
curves(run) = sprintf("< awk -f input/triaxial/strength.awk -v curve=1 -v flat=%d -v from=%g %s/log.csv", flat, flat ? 0.1 : 0.04, run)
names = flat ? 'discs trimers' : 'spheres tetrapods'
plot curves(dir) using 1:2 with lines lc 1 title word(names, 1), curves(dir.'_clumps') using 1:2 with lines lc 2 title word(names, 2), \
     curves(dir) using 1:3 axes x1y2 with lines lc 1 lw 2 dt 2 title 'volume', \
     curves(dir.'_clumps') using 1:3 axes x1y2 with lines lc 2 lw 2 dt 2 notitle
