/* SPDX-License-Identifier: MIT */
/* The totals. */
#include "constraint/error.h"
#include "constraint/hard/hard.h"
#include "contact/term_work.h"
#include "link/links.h"
#include "measure/total.h"

/* clang-format off */
/* total_NAME: the columns of a total that a run has if `used`, an expression of m; further members
   follow. */
#define TOTAL(column, of_unit, used, says, ...) \
  static bool column##_is_used(const Measured *m) { (void)m; return used; } \
  const Total total_##column = {.name = #column, .unit = of_unit, .text = says, \
                                .is_used = column##_is_used, __VA_ARGS__};
/* A total that is a number, an expression of m. */
#define VALUE(column, unit, used, number, says) \
  static double column##_value(const Measured *m) { return number; } \
  TOTAL(column, unit, used, says, .value = column##_value)
/* A total that is a sum, or one of each part, to which `adds` adds this rank's part; further members
   follow. */
#define ADDED(column, unit, used, adds, says, ...) \
  static void column##_added(const Measured *m, Sum *sum) { adds; } \
  TOTAL(column, unit, used, says, .add = column##_added, __VA_ARGS__)
/* A matrix: whether the run has the column `part`, and its number. */
#define MATRIX(column, unit, there, number, says) \
  static bool column##_has(const Measured *m, int part) { return there; } \
  static double column##_part(const Measured *m, int part) { return number; } \
  TOTAL(column, unit, m->cell, says, .parts = total_entries, .has = column##_has, \
      .part = column##_part)
/* A total that is the largest of the numbers of all ranks. */
#define LARGEST(column, unit, used, number, says) \
  static double column##_largest(const Measured *m) { return number; } \
  TOTAL(column, unit, used, says, .largest = column##_largest)
/* clang-format on */

/* ---- bodies ---- */

static void add_clumps(const Measured *m, Sum *sum)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < m->scene->clumps->n_owned; a++) n += measured_is_there(m, a);
  sum_add(sum, (double)n);
}

static void add_pebbles(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  int64_t       n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_is_there(m, a)) n += m->templates->list[c->template[a]].n;
  sum_add(sum, (double)n);
}

static void linear_of(const Measured *m, PetscInt a, double *number)
{
  const Clumps *c = m->scene->clumps;

  vec3_put(number, vec3_scale(c->mass[a], c->motion[a].v));
}

/* About the origin, from positions with the box lengths that they have crossed. */
static void angular_of(const Measured *m, PetscInt a, double *number)
{
  const Clumps *c      = m->scene->clumps;
  const Motion *motion = &c->motion[a];

  vec3_put(number,
           vec3_axpy(motion->momentum, c->mass[a], vec3_cross(measured_place(m, a), motion->v)));
}

static void translational_of(const Measured *m, PetscInt a, double *number)
{
  const Clumps *c = m->scene->clumps;

  *number = 0.5 * c->mass[a] * vec3_dot(c->motion[a].v, c->motion[a].v);
}

static void rotational_of(const Measured *m, PetscInt a, double *number)
{
  const Clumps *c = m->scene->clumps;

  *number = 0.5 * vec3_dot(c->w[a], c->motion[a].momentum);
}

static void add_contacts(const Measured *m, Sum *sum)
{
  const Hard *hard = m->constraints->hard;

  sum_add(sum, (double)(contacts_count(m->contacts) + (hard ? hard->effects.touching : 0)));
}

/* clang-format off */
/* A total of n sums over the clumps that may move. */
#define MOVING(column, unit, n, of, says, ...) \
  ADDED(column, unit, true, measured_add_moving(m, of, n, sum), says, __VA_ARGS__)

TOTAL(clumps, NULL, true, "in the domain now", .whole = true, .add = add_clumps)
TOTAL(pebbles, NULL, true, "of these clumps", .whole = true, .add = add_pebbles)
TOTAL(contacts, NULL, true,
    "pairs of pebbles, or of a pebble and a wall, that touch, or that their law keeps after they "
    "have touched; of hard contacts those that pushed in the step",
    .whole = true, .add = add_contacts)
LARGEST(max_overlap, "m", true, m->deepest_gap, "deepest overlap of a contact")
MOVING(momentum, "kg m/s", 3, linear_of, "total momentum", .parts = total_axes)
MOVING(angular_momentum, "kg m^2/s", 3, angular_of, "total angular momentum about the origin",
    .parts = total_axes)
MOVING(kinetic_translational, "J", 1, translational_of, "of clumps that are free to move",
    .parts = NULL)
MOVING(kinetic_rotational, "J", 1, rotational_of, "of clumps that are free to move",
    .parts = NULL)
ADDED(content, "m3", m->deforms->encloses,
    deforms_content(m->deforms, m->scene->clumps, sum),
    "in runs in which deformable bodies have a content_stiffness or a perimeter_time: volume of "
    "all of them; in two dimensions area, m2",
    .parts = NULL)
/* clang-format on */

static void extended_add(const Measured *m, Sum *sum)
{
  total_kinetic_translational.add(m, sum);
  total_kinetic_rotational.add(m, sum);
}

static void extended_complete(const Measured *m, Sum *sum)
{
  sum_add(sum, m->energies->stored);
  sum_add(sum, thermostats_energy(m->thermostats));
}

/* clang-format off */
TOTAL(extended, "J", m->thermostats->extended,
    "in runs with a nose_hoover thermostat: kinetic and potential energy with that of the "
    "variables of the thermostat, which is constant where nothing else takes or gives any",
    .add = extended_add, .complete = extended_complete)
/* clang-format on */

/* ---- energies of the ledger ---- */

/* True if the run asks for energies by kind and uses this entry. */
static bool has(const Measured *m, const LedgerEntry *entry)
{
  return m->contacts->term_work && entry->is_used(m);
}

/* Energy of an entry, J. */
static double of(const Measured *m, const LedgerEntry *entry)
{
  return ledger_value(m->energies, entry);
}

/* clang-format off */
VALUE(potential, "J", true, m->energies->stored,
    "gravity (zero at the origin), elastic energy of contacts and links, and energy of "
    "interactions")
VALUE(dissipated, "J", true, m->energies->dissipated,
    "lost in contacts, and in interactions such as drag, since the first step: the work that their "
    "forces take from the clumps beyond what is stored as elastic energy. It holds the integration "
    "error of that work as well, so it is not exactly zero with restitution 1 and without "
    "friction; then watch kinetic + potential energy. The four energies add up to a constant as "
    "long as no clump enters or leaves; a driven body adds its work ([moving.md](../guide/moving.md))")
VALUE(supplied, "J", ledger_has(m, LEDGER_SUPPLIED), m->energies->supplied,
    "in runs with walls that move, forces, thermostats, or whose laws, walls, gravity or "
    "interactions were changed at a restart: the work, or heat, that this has put in since the "
    "first step; the four energies less this one are constant")
#define TURNOVER(column, entry, says) \
  VALUE(column, "J", entry.is_used(m), of(m, &entry), says)
TURNOVER(entered, ledger_entered,
    "where clumps may enter, leave or be changed: kinetic and potential energy of clumps when they "
    "entered after the start, since the first step; the energies less this one are constant")
TURNOVER(left, ledger_left,
    "likewise: of clumps when they left; the energies plus this one are constant")
TURNOVER(changed, ledger_changed,
    "likewise: energy that the section `change` has added to clumps, or taken from them where it is "
    "negative; the energies less this one are constant")

/* The columns energy_ add up to `potential`, the columns loss_ to `dissipated`. */
#define PART(column, entry, number, sentence) \
  VALUE(column, "J", has(m, &entry), number, "with `energies`: " sentence)
/* The energy that an entry stores; that it has taken; that it has taken, less that which another
   one stores. */
#define STORED(column, entry, sentence) PART(column, entry, of(m, &entry), sentence)
#define LOST(column, taken, sentence)   PART(column, taken, of(m, &taken), sentence)
#define LOST_BEYOND(column, taken, stored, sentence) \
  PART(column, taken, of(m, &taken) - of(m, &stored), sentence)

STORED(energy_gravity, ledger_gravity, "in gravity, zero at the origin")
STORED(energy_normal, ledger_part_normal,
    "elastic energy of the normal forces of contacts, part of potential like all energy_ columns, "
    "which add up to it")
STORED(energy_cohesion, ledger_part_cohesion, "energy of cohesion, negative where it attracts")
STORED(energy_tangential, ledger_part_tangential, "elastic energy of tangential springs")
STORED(energy_rolling, ledger_part_rolling, "elastic energy of rolling springs")
STORED(energy_twisting, ledger_part_twisting, "elastic energy of twisting springs")
STORED(energy_interactions, ledger_interactions, "energy of interactions, fields among them")
STORED(energy_deformable, ledger_deformable, "energy of deformable bodies")

LOST_BEYOND(loss_normal, ledger_work_normal, ledger_part_normal,
    "lost in the springs of normal forces since the first step, as by plastic laws, part of "
    "dissipated like all loss_ columns, which add up to it")
LOST_BEYOND(loss_cohesion, ledger_work_cohesion, ledger_part_cohesion,
    "lost in cohesion, as where it jumps at touching and parting")
LOST_BEYOND(loss_tangential, ledger_work_tangential, ledger_part_tangential,
    "lost by friction in slip")
LOST_BEYOND(loss_rolling, ledger_work_rolling, ledger_part_rolling, "lost by rolling friction")
LOST_BEYOND(loss_twisting, ledger_work_twisting, ledger_part_twisting,
    "lost by friction against spinning")
LOST(loss_damping, ledger_work_dashpots,
    "work of the dashpots of contacts: of normal, tangential, rolling and twisting springs, and of "
    "viscous bridges")
LOST_BEYOND(loss_links, ledger_work_links, ledger_part_links,
    "lost in springs and bonds, by breaking and dashpots")
LOST(loss_interactions, ledger_work_interactions, "lost to interactions such as drag")
PART(loss_deformable, ledger_work_deformable,
    of(m, &ledger_work_deformable) + of(m, &ledger_yielding),
    "lost in deformable bodies, by dashpots and by yielding")
LOST(loss_global_damping, ledger_damping, "taken by `run: damping` and the section `damping`")
LOST(loss_faces, ledger_faces, "taken by reflecting faces")
LOST(loss_crush, ledger_crush,
    "kinetic energy, and energy in gravity, that clumps lost when they broke into fragments")
LOST(loss_constraints, ledger_constraints, "taken by constraints")

VALUE(energy_links, "J", links_act(m->scene->links), of(m, &ledger_links),
    "in runs with springs or bonds: elastic energy that they store, part of potential")
VALUE(loss_links_broken, "J", links_act(m->scene->links), of(m, &ledger_links_broken),
    "likewise: what they stored when they broke, since the first step, part of dissipated")
VALUE(loss_links_damped, "J", links_act(m->scene->links), of(m, &ledger_links_damped),
    "likewise: work that their dashpots took, since the first step, part of dissipated")
/* clang-format on */

/* ---- links and constraints ---- */

/* True if some constraint has equations of angles. */
static bool has_angles(const Measured *m)
{
  const LinkSet *set = constraint_set_of(m->scene->links);
  bool           has = false;

  for (int k = 0; k < set->n_objects; k++)
    has = has || ((const ConstraintObject *)set->objects[k].constants)->kind->angles;
  return has;
}

static ConstraintError largest(const Measured *m)
{
  ErrorCursor     at;
  ConstraintError most = {0}, error;

  errors_begin(&at);
  while (errors_next(m->scene, m->templates, m->scene->links, &at, &error)) {
    most.length = max_real(most.length, error.length);
    most.angle  = max_real(most.angle, error.angle);
  }
  return most;
}

/* clang-format off */
ADDED(links, NULL, links_are_used(m->scene->links),
    sum_add(sum, (double)links_here(m->scene->links, m->scene)),
    "in runs with springs, bonds or constraints: those that hold", .whole = true)
ADDED(broken, NULL, links_are_used(m->scene->links),
    for (int k = 0; k < LINK_KINDS; k++) sum_add(sum, (double)m->scene->links->broken[k]),
    "in runs with springs, bonds or constraints: those that have broken since the first step",
    .whole = true)
LARGEST(constraint_error, "m",
    constraint_set_of(m->scene->links)->n_objects > 0, largest(m).length,
    "in runs with constraints: what sweeps have left, the largest error of an equation of lengths; "
    "of compliant ones the difference from compliance times force")
LARGEST(constraint_turn_error, "rad", has_angles(m), largest(m).angle,
    "in runs with constraints that have equations of angles: likewise of those")
/* clang-format on */

/* ---- stress, and a cell that deforms ---- */

static void add_virial(const Measured *m, Sum *sum)
{
  const InteractionScene scene = measured_interactions(m);

  interactions_virial(m->interactions, &scene, sum);
}

static double pressure_of(const Measured *m)
{
  double sum = 0;

  for (int k = 0; k < m->scene->domain->dimension; k++) sum -= m->stress[k][k];
  return sum / m->scene->domain->dimension;
}

/* clang-format off */
TOTAL(virial, "J", m->interactions->n_sets > 0,
    "in runs with interactions between pebbles: sum over their pairs of F . R, the force times "
    "the vector between the centres of the two clumps, > 0: they repel; in a periodic box "
    "without contacts the pressure is (2 kinetic_translational + virial) / (3 V), in two "
    "dimensions / (2 A)",
    .add = add_virial)
VALUE(pressure, "Pa", m->cell, pressure_of(m),
    "of a cell that deforms: minus the mean of its normal stresses; in two dimensions N/m")
MATRIX(stress, "Pa",
    m->cell && (m->scene->domain->dimension == 3 || (part / 3 < 2 && part % 3 < 2)),
    m->stress[part / 3][part % 3],
    "of a cell that deforms, positive in tension; xz: force along z on a face across x over its "
    "area, of contacts, links and interactions, and of velocities relative to the flow and less "
    "their mean")
MATRIX(strain, NULL, m->cell && m->cell->strained.g[part / 3][part % 3] != 0,
    m->scene->domain->cell.strain[part],
    "of a cell that deforms, for each entry of the velocity gradient that differs from 0: its "
    "integral over time; xx: logarithm of the stretch along x, xz: shear strain, displacement "
    "along x over the distance along z")
VALUE(cell_volume, "m^3", m->cell, cell_volume(m->scene->domain),
    "volume of a cell that deforms; in two dimensions its area, m^2")
VALUE(solid_fraction, "1", m->cell, m->solid,
    "of a cell that deforms: volume of the bodies over that of the cell; where bodies overlap "
    "both count")
VALUE(unbalanced, "1", m->cell, m->unbalanced,
    "of a cell that deforms: mean size of the force on a clump that may move, without damping, "
    "over that of the force of a contact or link; nan if nothing touches. An event has it in every "
    "run")
ADDED(faces_lo, "kg m/s", m->faces != NULL,
    for (int k = 0; k < 3; k++) sum_merge(&sum[k], &m->faces[k]),
    "in runs with reflecting faces: momentum that clumps have given to those at `domain: lo` "
    "since the first step, each along its axis; its change over a time is the mean force on the "
    "face",
    .parts = total_axes)
ADDED(faces_hi, "kg m/s", m->faces != NULL,
    for (int k = 0; k < 3; k++) sum_merge(&sum[k], &m->faces[3 + k]),
    "the same of those at `domain: hi`", .parts = total_axes)
/* clang-format on */
