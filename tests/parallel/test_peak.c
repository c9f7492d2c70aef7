/* SPDX-License-Identifier: MIT */
/* The memory that is foretold for a rank is what it takes: 200 000 pebbles, packed; atoms, and
   particles of a fluid; through some rebuilds. */
#include "sim_test.h"
#include "tools/plan/footprint.h"
#include <malloc.h>

/* Clumps along a side: of pairs, and of single spheres. */
enum { PAIRS = 46, SINGLES = 58 };

static const char packed[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [60, 60, 60], boundary: [free, free, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: .8, "
  "tangential: hooke, friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [-.25,0,0,.5, .25,0,0,.5]}\n"
  "clumps:\n  - bed: {file: bed.csv}\n"
  "search: {skin: .1}\n";

static const char atoms[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3}\n"
  "domain: {lo: [0, 0, 0], hi: [64, 64, 64], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 1}\n"
  "interaction:\n  - lj: {type: lennard_jones, between: [a, a], epsilon: 1, sigma: .9, cutoff: "
  "2.2, truncation: cut}\n"
  "template:\n  - one: {material: a, pebbles: [0,0,0,.5]}\n"
  "clumps:\n  - bed: {file: bed.csv}\n"
  "search: {skin: .2}\n";

static const char fluid[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4}\n"
  "domain: {lo: [0, 0, 0], hi: [64, 64, 64], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 1000}\n"
  "interaction:\n  - water: {type: sph, material: a, smoothing_ratio: 1.2, alpha: .1, state: "
  "{type: tait, sound_speed: 20}}\n"
  "template:\n  - one: {material: a, pebbles: [0,0,0,.5]}\n"
  "clumps:\n  - bed: {file: bed.csv}\n"
  "search: {skin: .2}\n";

/* Rows `apart` m from each other along x, with small velocities. */
static void write_bed(const char *template, int side, double apart)
{
  char  *text = malloc((size_t)(side * side * side) * 64 + 100);
  size_t n    = (size_t)sprintf(text, "template,x,y,z,vx,vy,vz\n");

  for (int k = 0; k < side * side * side; k++) {
    const int i = k / (side * side), j = k / side % side, l = k % side;

    n += (size_t)sprintf(text + n, "%s,%.3f,%.3f,%.3f,%d,%d,%d\n", template, 2 + apart * i,
                         2 + .99 * j, 2 + .99 * l, k % 3 - 1, k / 3 % 3 - 1, k / 9 % 3 - 1);
  }
  test_file("bed.csv", text);
  free(text);
}

/* A line of /proc/self/status, in bytes. */
static double status_bytes(const char *key)
{
  char   line[256];
  double kilobytes = -1;
  FILE  *f         = fopen("/proc/self/status", "r");

  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, key, strlen(key)) == 0) kilobytes = atof(line + strlen(key));
  if (f) fclose(f);
  return 1024 * kilobytes;
}

/* Reset the peak of the memory, and return freed memory to the system. */
static bool forget_peak(void)
{
  FILE *f  = fopen("/proc/self/clear_refs", "w");
  bool  ok = f && fputs("5", f) >= 0;

  malloc_trim(0);
  if (f && fclose(f) != 0) ok = false;
  return ok;
}

static void a_rank_takes_what_was_foretold(const char *deck, const char *options,
                                           const char *template, int side, double apart,
                                           const char *fact)
{
  double    base, peak, most = 0;
  Part      here;
  Footprint foretold;
  Sim      *sim;

  if (!forget_peak()) {
    test_skip(fact, "the peak cannot be reset here");
    return;
  }
  write_bed(template, side, apart);
  malloc_trim(0);
  base = status_bytes("VmRSS:");
  sim  = test_sim(PETSC_COMM_WORLD, deck, options);
  arrays_return();
  (void)forget_peak(); /* what reading took is another matter */
  for (int k = 0; k < 4; k++) {
    test_steps(sim, 20);
    CALL(sim_rebuild(sim, 0, true));
    here     = parts_here(sim);
    foretold = footprint_of_part(&here, sim->matter.clumps->fields, sim->laws->memory, test_size());
    most     = foretold.peak > most ? foretold.peak : most;
  }
  peak = status_bytes("VmHWM:") - base;
  test_note("rank 0: %.1f MB at most, %.1f foretold (%.1f standing, %.1f measured): %lld pebbles, "
            "%.2f pairs and %.2f contacts each",
            peak / 1e6, most / 1e6, foretold.standing / 1e6, (status_bytes("VmRSS:") - base) / 1e6,
            (long long)here.pebbles, (double)here.pairs / (double)here.pebbles,
            (double)here.contacts / (double)here.pebbles);
  CHECK_NEAR(peak / most, 1, 0.2); /* as promised by the manual */
  CALL(sim_destroy(&sim));
  test_end(fact);
}

TESTS(.ranks = {1, 2}, .limit = 300)
{
  arrays_return();
  a_rank_takes_what_was_foretold(packed, "", "pair", PAIRS, 1.49 / 1.2,
                                 "the most memory of a rank is foretold within 20 %");
  arrays_return();
  a_rank_takes_what_was_foretold(atoms, "", "one", SINGLES, .99, "with interactions of atoms");
  arrays_return();
  a_rank_takes_what_was_foretold(fluid, "", "one", SINGLES, .99, "with a fluid of particles");
  arrays_return();
  a_rank_takes_what_was_foretold(packed, "-run_dt auto", "pair", PAIRS, 1.49 / 1.2,
                                 "with a time step that follows the state");
  test_folder_remove();
}
