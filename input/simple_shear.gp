# gnuplot input/simple_shear.gp: shear stress over pressure, nematic order and angle of the rods over the strain, of the run of
# input/simple_shear.yaml, as simple_shear.png. Another folder: gnuplot -e "dir='out/mine'" input/simple_shear.gp
if (!exists("dir")) dir = 'out/simple_shear'
if (!exists("png")) png = 'simple_shear.png'
if (!exists("rate")) rate = 20
set datafile separator ','
set terminal pngcairo size 560,360 font "sans,10"
set output png
set xlabel 'strain'
set ylabel 'stress ratio, order'
set y2label 'angle with the flow, degrees'
set autoscale xfix
set yrange [0:1.2]
set y2range [0:60]
set ytics nomirror
set y2tics
set grid
set key top right
angle(xx, zz, xz) = 90 / pi * atan2(2 * xz, xx - zz)
order = dir.'/monitors/order.csv'
stress = dir.'/monitors/stress.csv'
plot stress using (rate * column('time')):(-3 * column('stress_xz') / (column('stress_xx') + column('stress_yy') + column('stress_zz'))) \
       smooth bezier lw 2 title 'shear stress / pressure', \
     order using (rate * column('time')):'order' with lines lw 2 title 'nematic order', \
     order using (rate * column('time')):(angle(column('Q_xx'), column('Q_zz'), column('Q_xz'))) axes x1y2 with lines lw 2 title 'angle'
