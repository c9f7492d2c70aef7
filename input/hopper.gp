# gnuplot input/hopper.gp: mass rate over the diameter D of the hole of the sweep of input/hopper.yaml, as hopper.png, with Beverloo's
# law fitted: (D - k d)^(5/2). Of the sweep of input/hopper_2d.yaml, with the exponent 3/2: gnuplot -e "flat=1" input/hopper.gp
# Another folder of the sweep: gnuplot -e "dir='out/mine'" input/hopper.gp
if (!exists("dir")) dir = 'out/sweep'
if (!exists("png")) png = exists("flat") ? 'hopper_2d.png' : 'hopper.png'
data = sprintf("< awk -f input/hopper/rate.awk %s/sweep.csv", dir)
grain = 5.0 # mm
exact = exists("flat") ? 1.5 : 2.5
C = 1; k = 1.4; n = exact
law(x) = log(C) + n * log((x - k * grain) / 30)
set fit quiet logfile '/dev/null' errorvariables
fit law(x) data using 1:(log($2)) via C, k
told = sprintf("(D - k d)^{%d/2}, k = %.2f +- %.2f", 2 * exact, k, k_err)
print told
C2 = C; k2 = k
fit law(x) data using 1:(log($2)) via C, k, n
print sprintf("exponent fitted as well: %.2f +- %.2f, with k = %.2f +- %.2f", n, n_err, k, k_err)
C = C2; k = k2; n = exact
set terminal pngcairo size 700,500 font 'sans,12' enhanced
set output png
set xlabel exists("flat") ? 'width of the slot D, mm' : 'diameter of the hole D, mm'
set ylabel exists("flat") ? '(mass rate, kg/(m s))^{2/3}' : '(mass rate, kg/s)^{2/5}'
set key top left
set grid
set xrange [0:*]
set yrange [0:*]
plot data using 1:($2 ** (1 / exact)) with points lw 2 pt 6 ps 1.5 title 'measured', \
     (x > k * grain ? C ** (1 / exact) * (x - k * grain) / 30 : NaN) lw 2 title told
