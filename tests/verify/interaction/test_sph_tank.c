/* SPDX-License-Identifier: MIT */
/* Still water in tanks: nothing passes walls, floors bear the weight, pressures are rho g h; and
   what densities begin with. */
#include "tank_case.h"

/* Mean excess of the density, over that at rest, of particles between these heights, m; up:
   axis. */
static double mean_excess(const Sim *sim, int up, double low, double high)
{
  double sum = 0;
  int    n   = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const double z = vec3_axis(sim->matter.clumps->pose[a].x, up);

    if (!(sph_column(sim, SPH_H)[a] > 0 && z > low && z < high)) continue;
    sum += sph_column(sim, SPH_EXCESS)[a] / 1000;
    n++;
  }
  return sum / n;
}

/* Lattices leave gaps at a round wall, and at boundaries that are not a whole number of spacings
   away: water fills these, but it does not rise above its surface. */
static void gaps_have_no_excess(void)
{
  Sim *sim;

  (void)tank_fill(&tank_cylinder);
  sim = tank_sim(&tank_cylinder, "smoothing_ratio: 1.6, alpha: .3", "");
  printf("# round tank: mean excess %.4f below, %.4f at the surface\n", mean_excess(sim, 2, 0, 0.8),
         mean_excess(sim, 2, 1.15, 2));
  CHECK(mean_excess(sim, 2, 0, 0.8) < 0.02);  /* by steps of the lattice, along the wall */
  CHECK(mean_excess(sim, 2, 1.15, 2) > 0.25); /* what the sum lacks in a plane surface */
  CALL(sim_destroy(&sim));
  sim = sph_water(10, 12, 11, 16, 0.1, 20, "smoothing_ratio: 1.6, alpha: .3",
                  "-interaction_water_state_diffusion .1", 0);
  printf("# basin of pebbles: mean excess %.4f below, %.4f at the surface\n",
         mean_excess(sim, 1, 0, 0.8), mean_excess(sim, 1, 1.1, 2));
  CHECK(mean_excess(sim, 1, 0, 0.8) < 0.005); /* of one particle in the corner */
  CHECK(mean_excess(sim, 1, 1.1, 2) > 0.2);
  CALL(sim_destroy(&sim));
  (void)tank_fill(&tank_box);
  sim = tank_sim(&tank_box, "smoothing_ratio: 1.6, alpha: .3", "-template_drop_mass 1.9");
  printf("# thin water: mean excess %.4f below, %.4f at the surface\n", mean_excess(sim, 2, 0, 0.8),
         mean_excess(sim, 2, 1.15, 2));
  CHECK(mean_excess(sim, 2, 0, 0.8) < 1e-3); /* 0.027 thinner than at rest */
  CHECK(mean_excess(sim, 2, 1.15, 2) > 0.25);
  CALL(sim_destroy(&sim));
  test_end("water has an excess of density in its surface, and none at gaps beside walls");
}

TESTS(.ranks = {1}, .limit = 300)
{
  gaps_have_no_excess();
  tank_check(&tank_box, "smoothing_ratio: 1.6, alpha: .3", 1);
  tank_check(&tank_flat_box, "smoothing_ratio: 1.6, alpha: .3", 1);
  tank_check(&tank_flat_planes, "smoothing_ratio: 1.3, alpha: .3", 4);
  tank_check(&tank_flat_box, "smoothing_ratio: 1.6, alpha: .3, shifting: 2", 1);
  test_folder_remove();
}
