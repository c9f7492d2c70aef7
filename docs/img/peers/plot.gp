# gnuplot plot.gp in docs/peers: drum.png, thin_drum.png and ball.png from the rows that tests/long/dosta.sh gave.
set datafile separator ','
set terminal pngcairo size 900,520 font 'sans,13'
set grid
set key top right
set output 'drum.png'
set key below
set xlabel 'time, s'
set ylabel 'particles in the lower left quadrant'
set yrange [0:32000]
plot 'drum.csv' skip 1 using 1:2 with lines lw 2 lc rgb '#1f77b4' title 'M1, clast', '' skip 1 using 1:4 with lines lw 2 dt 2 lc rgb '#1f77b4' title 'M1, LAMMPS', \
  '' skip 1 using 1:3 with lines lw 2 lc rgb '#d62728' title 'M2, clast', '' skip 1 using 1:5 with lines lw 2 dt 2 lc rgb '#d62728' title 'M2, LAMMPS'
set output 'thin_drum.png'
set key top right
set ylabel 'mean x of the particles, mm'
set yrange [*:*]
plot 'thin_drum.csv' skip 1 using 1:(1e3 * $2) with lines lw 2 lc rgb 'black' title 'dt 25 us, clast', '' skip 1 using 1:(1e3 * $3) with lines lw 2 lc rgb '#1f77b4' title 'dt 100 us, clast', \
  '' skip 1 using 1:(1e3 * $4) with lines lw 2 dt 2 lc rgb '#d62728' title 'dt 100 us, LAMMPS'
set output 'ball.png'
set xlabel 'time, ms'
set ylabel 'height of the ball, mm'
set key top left
plot 'ball.csv' skip 1 using (1e3 * $1):(1e3 * $2) with lines lw 2 lc rgb '#1f77b4' title 'clast', '' skip 1 using (1e3 * $1):(1e3 * $3) with lines lw 1 lc rgb '#8fbbdd' title 'clast, ball moved by 1 um', \
  '' skip 1 using (1e3 * $1):(1e3 * $4) with lines lw 1 lc rgb '#8fbbdd' title 'clast, ball moved by -1 um', '' skip 1 using (1e3 * $1):(1e3 * $5) with lines lw 2 dt 2 lc rgb '#d62728' title 'LAMMPS'
