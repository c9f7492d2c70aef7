/* SPDX-License-Identifier: MIT */
/* Linear cohesion: the energy that a rupture takes, and contacts that begin again. */
#include "cohesion.h"

/* Free spheres without damping that touch and part lose F0 x range / 2; before they touch, they
   feel no force. */
static void a_rupture_takes_its_energy(void)
{
  const double start = -0.01, lost = 0.5 * 3 * 1e-3;
  double       dt[3], off[3];

  for (int k = 0; k < 3; k++) {
    Sim   *sim;
    Totals first, t;
    double off_book  = 0;
    bool   attracted = false, touched = false;

    dt[k] = 2e-5 / (1 << k);
    sim   = parting(start, -0.2, 1, dt[k], "");
    first = t = totals_of(sim);
    for (int step = 0; step < (4000 << k); step++) {
      test_steps(sim, 1);
      t         = totals_of(sim);
      touched   = touched || t.max_overlap > 0;
      attracted = attracted || (!touched && t.contacts > 0);
      off_book =
        max_of(off_book, fabs(t.translational + t.potential + t.dissipated - first.translational));
    }
    CHECK(touched && !attracted);
    CHECK_INT(t.contacts, 0);
    off[k] = fabs(t.dissipated - lost);
    test_note("dt %.2g s: %.9g J lost, stated %.9g; book open by %.1e J", dt[k], t.dissipated, lost,
              off_book);
    CHECK_NEAR(t.translational + t.dissipated, first.translational,
               1e-3 * lost * dt[k] / 2e-5); /* second order */
    CALL(sim_destroy(&sim));
  }
  CHECK_NEAR(off[2], 0, 1e-4 * lost); /* 7e-4 at 2e-5 s, second order */
  CHECK(slope_of(3, dt, off) > 1.5);
  test_end("a rupture takes cohesion_force x cohesion_range / 2, and spheres that have not touched "
           "feel nothing");
}

/* True if this rank's only contact touches and did not at the last evaluation. */
static bool starts_again(const Contacts *contacts)
{
  const ContactBatch *b = contacts->batch; /* the tile of the last evaluation */

  return contacts_count(contacts) == 1 && b->gap[0] < 0 && b->kept[0] > 0 && !(b->known[0] > 0);
}

/* Spheres too slow to rupture part and touch again and again: the dashpot starts with a jump each
   time, and the book stays second order. */
static void touching_again_is_a_start(void)
{
  double dt[3], open[3];

  for (int k = 0; k < 3; k++) {
    Sim   *sim;
    Totals first, t;
    double before  = 0;
    int    touches = 0, starts = 0;

    dt[k]   = 1e-4 / (1 << k);
    open[k] = 0;
    sim     = parting(1e-5, 0.01, 0.95, dt[k], "");
    first = t = totals_of(sim);
    for (int step = 0; step < (600 << k); step++) {
      test_steps(sim, 1);
      starts += starts_again(sim->contacts);
      t       = totals_of(sim);
      open[k] = max_of(open[k], fabs(t.translational + t.potential + t.dissipated -
                                     first.translational - first.potential));
      touches += t.max_overlap > 0 && !(before > 0);
      before = t.max_overlap;
    }
    MPI_Allreduce(MPI_IN_PLACE, &starts, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
    CHECK(touches >= 3);
    CHECK_INT(starts, touches - 1); /* the first touch was before the run */
    CHECK_INT(t.contacts, 1);
    test_note("dt %.2g s: %d touches, %.3g of %.3g J dissipated, book open by %.1e J", dt[k],
              touches, t.dissipated, first.translational, open[k]);
    CALL(sim_destroy(&sim));
  }
  test_note("order %.2f", slope_of(3, dt, open));
  CHECK(slope_of(3, dt, open) > 1.6);
  test_end("spheres that touch again start their dashpots again: the book is second order");
}

TESTS(.ranks = {1}, .limit = 200)
{
  a_rupture_takes_its_energy();
  touching_again_is_a_start();
  test_folder_remove();
}
