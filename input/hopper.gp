# gnuplot input/hopper.gp: mass rate over the diameter of the hole of the sweep of input/hopper.yaml, as hopper.png, with Beverloo's law
# fitted. Another folder of the sweep: gnuplot -e "dir='out/mine'" input/hopper.gp
if (!exists("dir")) dir = 'out/sweep'
if (!exists("png")) png = 'hopper.png'
data = sprintf("< awk -f input/hopper/rate.awk %s/sweep.csv", dir)
grain = 5.0 # mm
C = 1; k = 1.4; n = 2.5
law(x) = log(C) + n * log((x - k * grain) / 30)
set fit quiet logfile '/dev/null' errorvariables
fit law(x) data using 1:(log($2)) via C, k
told = sprintf("(D - k d)^{5/2}, k = %.2f +- %.2f", k, k_err)
print told
two(x) = exp(law(x))
C2 = C; k2 = k
fit law(x) data using 1:(log($2)) via C, k, n
print sprintf("exponent fitted as well: %.2f +- %.2f with k = %.2f +- %.2f", n, n_err, k, k_err)
C = C2; k = k2; n = 2.5
set terminal pngcairo size 700,500 font 'sans,12' enhanced
set output png
set xlabel 'diameter of the hole D, mm'
set ylabel '(mass rate, kg/s)^{2/5}'
set key top left
set grid
set xrange [0:*]
set yrange [0:*]
plot data using 1:($2 ** 0.4) with points lw 2 pt 6 ps 1.5 title 'measured', \
     (x > k * grain ? two(x) ** 0.4 : NaN) lw 2 title told
