/* SPDX-License-Identifier: MIT */
/* Mindlin's spring under a changing normal load. */
#include "oblique.h"

/* Evaluate one contact of unit spheres at this overlap and slip rate; returns the tangential
   force on a. */
static double evaluate(const Law *law, ContactBatch *b, double overlap, double slip)
{
  b->n      = 1;
  b->gap[0] = -overlap;
  b->nx[0] = b->ny[0] = 0;
  b->nz[0]            = 1;
  b->vx[0]            = slip;
  b->vy[0] = b->vz[0] = b->approach[0] = 0;
  b->turn_x[0] = b->turn_y[0] = b->turn_z[0] = 0;
  b->radius[0]                               = 0.5;
  b->mass[0] = b->point_mass[0] = 1;
  b->slip_mass                  = b->point_mass;
  b->elastic                    = b->radius;
  b->entered[0]                 = 0.5;
  b->leaving[0]                 = 2;
  b->push[0] = b->fx[0] = b->fy[0] = b->fz[0] = 0;
  law_apply(law, b);
  b->known[0] = 1;
  return b->fx[0];
}

/* Changes of the load without slip: a larger load stiffens further slip but not the present
   force; a smaller one reduces the force with the contact area. And a closed cycle of load and
   slip must not create energy. */
static void the_tangential_force_is_consistent_with_the_load(void)
{
  const double young = 1e6, shear = 1 / (2 * 2 * (2 - 0.25) * 1.25 / young), dt = 1e-3,
               slip = 1e-2; /* 1e-5 m a step */
  ContactBatch *b   = calloc(1, sizeof *b);
  Draft         scenario, bodies;
  double        force, before, work = 0;
  Law          *law;
  Sim          *sim;

  add_head(&scenario, 1, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", young, 0.25, 1);
  add_material(&scenario, "none", young, 0.25, 1);
  add_laws(&scenario, "stone", "none",
           "normal: hertz, restitution: 1, tangential: mindlin, friction: 10");
  add_balls(&scenario, "stone", 1);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.v = {0, 0, 0}});
  sim      = sim_of(&scenario, &bodies);
  law      = &sim->laws->list[0];
  b->store = calloc((size_t)batch_columns(law->memory), sizeof *b->store);
  b->dt = b->dt_before = dt;
  b->known[0]          = 1;
  memset(b->store, 0, (size_t)batch_columns(law->memory) * sizeof *b->store);
  b->store[3][0] = sqrt(0.5 * 1e-2); /* contact radius of the previous step */
  /* 100 steps of slip at overlap 1e-2 */
  force = 0;
  for (int k = 0; k < 100; k++) force = evaluate(law, b, 1e-2, slip);
  CHECK_NEAR(force / (-8 * shear * sqrt(0.5e-2) * 99.5 * slip * dt), 1,
             1e-12); /* G* a times the slip; the first half step precedes it */
  force = evaluate(law, b, 1e-2, 0);
  CHECK_NEAR(force / (-8 * shear * sqrt(0.5e-2) * 100 * slip * dt), 1,
             1e-12); /* the second half of the last step */
  before = force;
  force  = evaluate(law, b, 4e-2, 0);
  CHECK_NEAR(force / before, 1, 1e-15); /* more load, no slip: the same */
  force = evaluate(law, b, 1e-2, 0);
  CHECK_NEAR(force / before, 0.5,
             1e-15); /* smaller load: half the contact radius, half the force */
  force = evaluate(law, b, 0.25e-2, 0);
  CHECK_NEAR(force / before, 0.25, 1e-15); /* and again */
  /* slip cycles between two loads: forward at the small load and back at the large one, and the
     reverse */
  for (int way = 0; way < 2; way++) {
    memset(b->store, 0, (size_t)batch_columns(law->memory) * sizeof *b->store);
    b->store[3][0] = sqrt(0.5e-2);
    work           = 0;
    for (int k = 0; k < 400; k++) {
      const bool   moves = k % 200 < 100, heavy = way ? k < 200 : k >= 200;
      const double s     = moves ? (k < 200 ? slip : -slip) : 0;
      const double depth = moves ? (heavy ? 4e-2 : 1e-2)
                                 : 1e-2 + 3e-2 * (heavy ? 1 - (k % 100) / 99.0 : (k % 100) / 99.0);

      work -= evaluate(law, b, depth, s) * s * dt; /* work done against the force */
    }
    test_note("loop %d: %.4e J put in", way, work);
    /* forward at the small load and back at twice the stiffness returns nothing; forward at the
       large load returns half of the work */
    CHECK_NEAR(work / (0.5 * 8 * shear * sqrt(0.5e-2) * 1e-6), 1,
               0.03); /* force at the end of each of 100 steps in each direction */
  }
  CALL(sim_destroy(&sim));
  free(b->store);
  free(b);
  test_end("mindlin: the force stays when the load grows, falls with the contact radius when it "
           "shrinks, and no loop of both "
           "gives work");
}

TESTS(.ranks = {1, 2})
{
  the_tangential_force_is_consistent_with_the_load();
  test_folder_remove();
}
