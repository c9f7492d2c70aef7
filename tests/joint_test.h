/* SPDX-License-Identifier: MIT */
/* Scenarios with joints in tests: balls, and bars with a ball at each end. */
#ifndef JOINT_TEST_H
#define JOINT_TEST_H

#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

#define GRAVITY 9.81

/* A simulation of these clumps (rows of a file; fixed ones are anchors) and this section of
   constraints, gravity along z. */
static inline Sim *joint_sim(double dt, double gravity, const char *clumps, const char *constraints,
                             const char *options)
{
  char text[3000];

  test_file("clumps.csv", clumps);
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [0, 0, %g], overlap_limit: 99}\n"
    "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1000}}, {g: {density: "
    "1}}]\ncontact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1e-9, restitution: 1}}, "
    "{a-g: {between: [a, g], normal: hooke, stiffness: 1e-9, restitution: 1}}, "
    "{g-g: {between: [g, g], normal: hooke, stiffness: 1e-9, restitution: 1}}]\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .05]}\n"
    "  - bar: {material: a, pebbles: [-.5, 0, 0, .05, .5, 0, 0, .05]}\n"
    "clumps: [{all: {file: clumps.csv}}]\nconstraint:\n%s",
    dt, gravity, constraints);
  return test_sim(PETSC_COMM_WORLD, text, options);
}

/* Place, attitude and velocities of a clump, on all ranks. */
typedef struct {
  Vec3 x, v, w;
  Quat q;
} Body;

static inline Body joint_body(const Sim *sim, Id id)
{
  const PetscInt a    = test_row(sim, id);
  Body           body = {.x = {0}};

  if (a >= 0) {
    body = (Body){.x = sim->matter.clumps->pose[a].x,
                  .v = sim->matter.clumps->motion[a].v,
                  .q = sim->matter.clumps->pose[a].q};
    body.w =
      clump_spin(sim->matter.clumps->motion[a].momentum, body.q, sim->matter.clumps->inertia[a]);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &body, sizeof body / sizeof(double), MPI_DOUBLE, MPI_SUM,
                      PETSC_COMM_WORLD);
  return body;
}

/* Point of a clump at an arm in its principal axes: for bars those of the template but for their
   order, so that `end` is along the line of the two balls. */
static inline Vec3 joint_end(const Sim *sim, Id id, double end)
{
  const Body      b   = joint_body(sim, id);
  const Template *t   = &sim->matter.templates.list[1];
  const Vec3      arm = quat_turn_back(t->mass.axes, vec3(end, 0, 0));

  return vec3_add(b.x, quat_turn(b.q, arm));
}

/* Mass, and moment about an axis across it, of a bar or ball. */
static inline void joint_inertia(const Sim *sim, Id id, double *mass, double *across)
{
  const PetscInt a       = test_row(sim, id);
  double         both[2] = {0, 0};

  if (a >= 0) {
    const Vec3 i = sim->matter.clumps->inertia[a];

    both[0] = sim->matter.clumps->mass[a];
    both[1] = max_real(i.x, max_real(i.y, i.z));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  *mass   = both[0];
  *across = both[1];
}

/* Force and torque kept by the first pair of an object, on all ranks. */
static inline void joint_forces(Sim *sim, int object, double forces[2])
{
  const LinkSet *set = constraint_set(&sim->links);

  forces[0] = forces[1] = 0;
  for (PetscInt k = 0; k < set->n; k++)
    if (set->list[k].object == object && set->ends[k].row[0] >= 0) {
      forces[0] += link_memory(set, k)[CONSTRAINT_FORCE];
      forces[1] += link_memory(set, k)[CONSTRAINT_TORQUE];
    }
  (void)MPI_Allreduce(MPI_IN_PLACE, forces, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

#endif
