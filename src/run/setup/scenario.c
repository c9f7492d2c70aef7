/* SPDX-License-Identifier: MIT */
/* Option tables of run, domain, search, output, checkpoint, balance, and the command line. */
#include "run/setup/scenario.h"
#include "base/bounds.h"
#include "base/text.h"
#include "constraint/kinds/constraint_link.h"
#include "contact/contacts.h"
#include "event/event.h"
#include "interaction/force.h"
#include "link/exclusions_read.h"
#include "link/link_make.h"
#include "matter/material.h"
#include "matter/module.h"
#include "measure/monitor/monitor.h"
#include "measure/probe/probe.h"
#include "motion/integrator.h"
#include "motion/prescribed/wall_motion.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"
#include "output/frames/dump_module.h"
#include "output/picture/shot.h"
#include "run/module_list.h"
#include "space/cell/deformation.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/inlet.h"
#include "supply/outlet.h"
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "wall/wall_read.h"

/* clang-format off */
static const Option top_options[] = {
  INT(KEY("schema"),           REQUIRED, WITHIN(1, 1),     "version of this file format"),
  STRING(KEY("title"),         OPTIONAL, "one line, copied to the files of the run"),
  PATH(KEY("restart"),         OPTIONAL,
      "go on from this checkpoint, or the newest valid one in this folder", .flags = COMMAND_ONLY),
  BOOL(KEY("resume"),          "false",
      "go on from the newest valid checkpoint in the run's own folder; start from the scenario if "
      "it has none yet", .flags = COMMAND_ONLY),
  PLUGIN(KEY("backend"),       "batched", contact_backends,
      "how contacts are evaluated; all give the same bits", .flags = COMMAND_ONLY),
  BOOL(KEY_IN("check", Settings, check_only), "false",
      "read and check everything, say what would run, run nothing", .flags = COMMAND_ONLY),
  WORD(KEY("progress"),        "auto",    "auto line rows none",
      "progress of the run: a line that is overwritten, or rows now and then, after 1, 2, 5, 10, "
      "30 s, 1 min and ever longer; auto: a line on a terminal (behind mpirun, where the "
      "environment has CLAST_TERMINAL=1), else rows", .flags = COMMAND_ONLY),
  BOOL(KEY("verbose"),         "false",
      "print statistics of lists, balances, messages and memory, too, and how the time was spent",
      .flags = COMMAND_ONLY),
  INT(IN(Settings, rebuild_every), "0",      UP_TO(1e15),
      "force new pair lists every so many steps (0: only when needed)", .flags = COMMAND_ONLY),
  INT(IN(Settings, balance_every), "0",      UP_TO(1e15),
      "force a balance every so many steps (0: only when one is due)", .flags = COMMAND_ONLY),
  INT(IN(Settings, decomp_random), "-1",     WITHIN(-1, 1e15),
      "cut subdomains at random places from this seed (tests; -1: off)", .flags = COMMAND_ONLY),
  INT(IN(Settings, halo_wide), "32",     UP_TO(1e15),
      "a clump with more copies than this is sent to all ranks by one sum in place of single "
      "messages (0: every clump with copies)", .flags = COMMAND_ONLY),
  {NULL},
};

static const Option run_options[] = {
  REAL(IN(Settings, end_time),      "s",     REQUIRED, UP_TO(TIME_MOST),
      "the run ends at the first step at or after this time"),
  REAL_OR_WORD(IN(Settings, dt),    "s",   "auto", "auto", POSITIVE_UP_TO(TIME_MOST),
      "time step; auto: dt_safety times the shortest contact, or twice that of the shortest "
      "contact of a face, or dt_safety / 0.3 (at most a fifth) of the damping time of a dashpot, "
      "whichever is least: docs/timestep.md"),
  PLUGIN(IN(Settings, integrator),  "verlet", integrator_heads,
      "how forces change velocities in a step: docs/timestep.md"),
  INT(IN(Settings, substeps),       "1", WITHIN(1, 1e6),
      "a step is made in so many parts, each with forces, motion and constraints; output is "
      "written after whole steps. With dt: auto the part has the automatic step"),
  BOOL(KEY_IN("interact_same_bond_id", Settings, same_bond_id), "false",
      "clumps of equal bond_id touch each other, and their pebbles interact"),
  INT(IN(Settings, static_passes),  "0", UP_TO(1e6),
      "before the first step all sweeps of constraints correct positions so many times, as if "
      "they were rigid: clumps that are given only about where they belong fit together"),
  REAL(IN(Settings, dt_safety),     "1",     "0.02",   POSITIVE_UP_TO(1),
      "part of the shortest contact time that dt: auto takes: 0.02 keeps the energy of impacts to "
      "1 %"),
  REAL_OR_WORD(IN(Settings, impact_speed), "m/s", "auto", "auto", POSITIVE_UP_TO(SPEED_MOST),
      "speed of the hardest impact, from which dt: auto takes the stiffness of Hertz contacts; "
      "auto: from the speeds at the start and the highest fall in the domain"),
  INT(IN(Settings, seed),           "1", UP_TO(9e15),    "seed of all random numbers"),
  VEC3_FLAT(IN(Settings, gravity),  "m/s^2", "0,0,0",  SIGNED(ACCELERATION_MOST),
      "acceleration of every clump"),
  INT(IN(Settings, dimension),      "3", WITHIN(2, 3),
      "3; or 2: discs that move and turn in the plane z = 0, vectors of two numbers (or three, "
      "with z = 0), densities in kg/m^2"),
  WORDS(KEY("gravity_groups"),      OPTIONAL,
      "groups of clumps that gravity acts on: name or slot=name; without it on all"),
  REAL(KEY("damping"),              "1",     "0",      BELOW(0, 1),
      "Cundall's non-viscous damping: part of each component of force and torque that is taken "
      "off while it accelerates a clump, and added while it slows it"),
  WORDS(KEY("damping_groups"),      OPTIONAL,
      "groups of clumps that damping acts on: name or slot=name; without it on all"),
  REAL(IN(Settings, overlap_limit), "1",     "0.5",    POSITIVE,
      "the run stops when an overlap exceeds this part of the smaller radius"),
  REAL(IN(Settings, wall_limit),    "s",     "0",      NOT_NEGATIVE,
      "wall time since it was started after which the run stops with a checkpoint and exit status "
      "75 (0: none); a sweep: since the sweep was started"),
  {NULL},
};

static const Option domain_options[] = {
  PATH(KEY("file"),                OPTIONAL,
      "in place of lo, hi and vectors: those of a checkpoint, as the cell is there, which is at "
      "rest at the start; a file, or a folder, of which the newest one is taken"),
  VEC3_PLANAR(IN(DomainGiven, lo), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "lower corner; in two dimensions a z is ignored. Required without file"),
  VEC3_PLANAR(IN(DomainGiven, hi), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "upper corner; likewise. Required without vectors and file"),
  REALS(KEY("vectors"),            "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "in place of hi: the three edges of a triclinic cell from lo, x, y, z of each (in two "
      "dimensions the two edges, x, y of each). An edge of an axis that is not periodic is along "
      "it: docs/cells.md"),
  WORDS(KEY("boundary"),           "open,open,open",
      "the two faces of each direction", .plugins = boundary_heads, .count = 3, .flags = PLANAR),
  PLUGIN(KEY("deformation_type"),  "none",   deformation_heads,
      "how the cell deforms; written as deformation: {type: ..., ...}, too", .choices = "none"),
  REAL(KEY("deformation_start"),   "s", "0",      UP_TO(TIME_MOST),
      "time at which the deformation starts",
      .when = "deformation_type=shear gradient table stress"),
  REAL(KEY("deformation_end"),     "s", OPTIONAL, NOT_NEGATIVE,
      "time at which it ends", .when = "deformation_type=shear gradient table stress"),
  REAL(KEY("deformation_factor"),  "1", "1",      UNIT_INTERVAL,
      "part of its rates, and of rate_limit, with which it deforms; events set it: 0 stops it",
      .when = "deformation_type=shear gradient table stress"),
  WORD(KEY("deformation_motion"),  "affine", "affine faces",
      "affine: clumps move with the cell from the start, each by the change of the velocity "
      "gradient times its place; faces: only images move, and the flow spreads from the periodic "
      "faces", .when = "deformation_type=shear gradient table stress"),
  {NULL},
};

static const Option search_options[] = {
  PLUGIN(IN(Settings, method),     "list", search_heads,
      "method that finds near pairs; all give the same results"),
  REAL_OR_WORD(IN(Settings, skin), "m", "auto", "auto", POSITIVE_UP_TO(LENGTH_MOST),
      "pairs of pebbles up to this gap are listed; auto: tuned by measured costs, at first 1.2 "
      "times the smallest radius"),
  {NULL},
};

static const Option output_options[] = {
  PATH(KEY("dir"),               OPTIONAL,
      "folder of the run's files, relative to the scenario file (on the command line, and the "
      "default: to the working directory); default out/<scenario name>"),
  REAL_OR_WORD(KEY("log_every"), "s", "auto", "auto", POSITIVE,
      "time between rows of log.csv; auto: a hundredth of end_time"),
  BOOL(KEY("energies"),          "false",
      "columns of log.csv with the stored and lost energies of each kind: normal, cohesion, "
      "tangential ...; laws are evaluated up to twice for it"),
  REAL(KEY("frames_every"),      "s", "0", NOT_NEGATIVE, "time between frames (0: none)"),
  BOOL(KEY("frames_walls"), "yes", "with frames of walls, and of the loads on facets of meshes"),
  BOOL(KEY("frames_links"),      "yes",
      "with frames of links, lines with the force of each spring, bond and constraint"),
  INT(KEY("frames_compress"), "0", UP_TO(9), "level of compression of all frames (0: none)"),
  REAL(KEY("walls_every"),       "s", "0", NOT_NEGATIVE,
      "time between rows of walls.csv, the loads on walls and their work (0: none)"),
  REAL(KEY("bodies_every"),      "s", "0", NOT_NEGATIVE,
      "time between rows of bodies.csv, force and torque on single clumps (0: none)"),
  INTS(KEY("bodies"), OPTIONAL, ANY_NUMBER, "ids of the clumps that bodies.csv has rows of"),
  WORDS(KEY("bodies_groups"),    OPTIONAL, "and groups of clumps: name or slot=name"),
  BOOL(KEY("bodies_pebbles"),    "false",
      "rows of pebbles.csv at these times: force and torque of contacts on each pebble of them"),
  WORDS(KEY("frames_groups"),    OPTIONAL,
      "groups of clumps that frames have: name or slot=name; without it all"),
  WORDS(KEY("final_groups"),     OPTIONAL,
      "groups of clumps that the file of the state at the end has, likewise"),
  PATH(KEY("final"),             OPTIONAL,
      "file for the state at the end, relative to the scenario file (on the command line: to the "
      "working directory)"),
  {NULL},
};

static const Option checkpoint_options[] = {
  REAL_OR_WORD(KEY("every_wall"), "s", "1800", "auto", NOT_NEGATIVE,
      "wall time between checkpoints (0: only at the start and at the end); auto: what loses "
      "least time to checkpoints, whose cost is measured, and to failures, see mtbf"),
  REAL(KEY("mtbf"),  "s", "86400", POSITIVE,
      "mean time between failures of the job, for every_wall: auto"),
  REAL(KEY("every"), "s", "0",     NOT_NEGATIVE,
      "simulated time between checkpoints (0: by wall time only)"),
  INT(KEY("keep"),   "3", WITHIN(1, 1e6), "number of newest ones kept"),
  {NULL},
};

static const Option balance_options[] = {
  REAL(KEY_IN("threshold", Settings, balance_threshold), "1", "1.05", NOT_NEGATIVE,
      "cuts between subdomains move, at a rebuild, when a rank has more than this times the mean "
      "work: 1 or more; 0: never"),
  REAL(KEY_IN("fraction", Settings, balance_fraction),   "1", "0.25", WITHIN(0.01, 1),
      "largest share of the work on the two sides of a cut that may change sides in one balance"),
  {NULL},
};
/* clang-format on */

static const Option *const more_top[] = {plan_options, sweep_options, NULL};

static const OptionKind top_kind = {
  .name = "", .options = top_options, .more = more_top, .text = "the file and the command line"};
static const OptionKind run_kind = {
  .name = "run", .options = run_options, .text = "duration, time step, gravity, dimension"};
static const OptionKind domain_kind = {.name    = "domain",
                                       .options = domain_options,
                                       .text = "the simulated region and its boundary conditions"};
static const OptionKind search_kind = {
  .name = "search", .options = search_options, .text = "search of near pairs"};
static const OptionKind output_kind     = {.name    = "output",
                                           .options = output_options,
                                           .text    = "files that a run writes: folder and intervals"};
static const OptionKind checkpoint_kind = {
  .name = "checkpoint", .options = checkpoint_options, .text = "when the whole state is kept"};
static const OptionKind balance_kind = {
  .name = "balance", .options = balance_options, .text = "load balance over ranks"};

#define MODULE_SECTION(module) &(module).section,

/* clang-format off */
const OptionKind *const scenario_kinds[] = {
  &top_kind, &run_kind, &domain_kind, &material_kind, &contact_kind, &template_kind, &clumps_kind,
  &wall_kind, LINK_LIST(LINK_OPTIONS) &exclusion_kind, &crush_kind, &deform_kind, &motion_kind,
  OBJECT_SOURCES(SOURCE_OPTIONS) &outlet_kind, &change_kind, &event_kind, &interaction_kind, &force_kind,
  &damping_kind, &thermostat_kind, &probe_kind, &profile_kind, &monitor_kind, &dump_kind, &image_kind,
  &search_kind, &output_kind, &checkpoint_kind, &balance_kind, MODULES(MODULE_SECTION) NULL};
/* clang-format on */

PetscErrorCode scenario_parse(const Parallel *par, const char *text, Options **options)
{
  PetscFunctionBeginUser;
  PetscCall(options_create(par, scenario_kinds, options));
  PetscCall(options_read_text(*options, text, "the checkpoint"));
  PetscCall(options_check(*options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_options(const Parallel *par, const char *scenario, const OptionRow *row,
                                Options **options)
{
  Settings settings;

  PetscFunctionBeginUser;
  PetscCall(options_create(par, scenario_kinds, options));
  PetscCall(options_read_command_line(*options));
  if (row) options_read_row(*options, row);
  if (scenario) PetscCall(options_read_file(*options, scenario));
  PetscCall(options_check(*options));
  PetscCall(settings_read(*options, &settings));
  options_check_plane(*options, settings.dimension);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_set_folder(Options *options, const char *scenario)
{
  const char *base   = scenario ? strrchr(scenario, '/') : NULL;
  Text        folder = {0};
  char       *dot;

  PetscFunctionBeginUser;
  if (option_has_value(options, "output", NULL, "dir")) PetscFunctionReturn(PETSC_SUCCESS);
  text_add(&folder, "out/%s", scenario ? (base ? base + 1 : scenario) : "run");
  dot = strrchr(folder.s, '.');
  if (dot && dot != folder.s + strlen("out/")) *dot = '\0';
  PetscCall(option_set_default(options, "output", NULL, "dir", folder.s));
  text_free(&folder);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode settings_read(Options *o, Settings *s)
{
  PetscFunctionBeginUser;
  *s = (Settings){.dt_is_auto = strcmp(option_word(o, "run", NULL, "dt"), "auto") == 0};
  options_read_into(o, "", NULL, top_options, s);
  options_read_into(o, "run", NULL, run_options, s);
  options_read_into(o, "search", NULL, search_options, s);
  options_read_into(o, "balance", NULL, balance_options, s);
  s->dt /= s->substeps;
  if (s->balance_threshold > 0 && s->balance_threshold < 1)
    option_mistake(
      o, "balance", NULL, "threshold",
      "%g times the mean is always exceeded: take 1 or more (such as 1.1), or 0 for never",
      s->balance_threshold);
  for (const Option *p = sweep_options; p->key && !option_is_set(o, "", NULL, "sweep"); p++)
    if (option_is_set(o, "", NULL, p->key))
      option_mistake(o, "", NULL, p->key,
                     "is an option of -sweep, which is not given: give -sweep TABLE.csv, too, or "
                     "leave it out");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Report edges that span no volume, are left-handed, or point downwards. False: there is a
   mistake. */
static bool check_edges(Options *o, int dimension, const Vec3 given[3])
{
  const Vec3   c      = dimension == 2 ? (Vec3){0, 0, 1} : given[2];
  const double volume = vec3_dot(vec3_cross(given[0], given[1]), c),
               most   = vec3_norm(given[0]) * vec3_norm(given[1]) * vec3_norm(c);

  if (!(fabs(volume) > 1e-9 * most)) {
    option_mistake(o, "domain", NULL, "vectors", "the edges span no %s",
                   dimension == 2 ? "area" : "volume");
    return false;
  }
  if (volume < 0) {
    option_mistake(o, "domain", NULL, "vectors",
                   "the edges are left-handed: exchange two of them, or turn one round");
    return false;
  }
  for (int k = 0; k < dimension; k++)
    if (!(vec3_axis(given[k], k) > 0)) {
      option_mistake(
        o, "domain", NULL, "vectors",
        "edge %c has %g m along %c; allowed: > 0, as edges a, b, c lead from the lower "
        "to the upper faces of x, y, z",
        "abc"[k], vec3_axis(given[k], k), "xyz"[k]);
      return false;
    }
  return true;
}

/* The edges of the cell: those of `vectors`, or of the box lo .. hi. */
static void read_vectors(Options *o, int dimension, DomainGiven *s)
{
  int           n;
  const double *v    = option_reals(o, "domain", NULL, "vectors", &n);
  const Vec3    side = vec3_sub(s->hi, s->lo);
  const bool    both = n > 0 && option_is_set(o, "domain", NULL, "hi");

  for (int k = 0; k < 3; k++) {
    s->vector[k] = (Vec3){0, 0, 0};
    vec3_set(&s->vector[k], k, vec3_axis(side, k));
  }
  if (both) option_mistake(o, "domain", NULL, "vectors", "given with hi: leave one of them out");
  else if (n == 0 && !option_is_set(o, "domain", NULL, "hi"))
    option_mistake(o, "domain", NULL, "hi", "missing: the upper corner, or vectors in place of it");
  else if (n > 0 && n != dimension * dimension)
    option_mistake(o, "domain", NULL, "vectors", "%d numbers; allowed: %d, x, y%s of each edge", n,
                   dimension * dimension, dimension == 2 ? "" : ", z");
  s->vectors = n > 0 && !both && n == dimension * dimension;
  if (!s->vectors) return;
  for (int k = 0; k < (n == 4 ? 2 : 3); k++)
    s->vector[k] =
      n == 4 ? (Vec3){v[2 * k], v[2 * k + 1], 0} : (Vec3){v[3 * k], v[3 * k + 1], v[3 * k + 2]};
  s->vectors = check_edges(o, dimension, s->vector);
  if (!s->vectors) return;
  s->hi = vec3_add(s->lo, (Vec3){s->vector[0].x, s->vector[1].y, s->vector[2].z});
}

/* Report keys that are given beside the file, which replaces them. */
static void refuse_beside_file(Options *o)
{
  static const char *const keys[] = {"lo", "hi", "vectors"};

  for (int k = 0; k < 3; k++)
    if (option_is_set(o, "domain", NULL, keys[k]))
      option_mistake(o, "domain", NULL, keys[k], "given with file: leave one of them out");
}

void domain_read(Options *o, int dimension, DomainGiven *s)
{
  const bool         file = option_has_value(o, "domain", NULL, "file");
  int                n;
  const char *const *words = option_words(o, "domain", NULL, "boundary", &n);
  Vec3              *lo = &s->lo, *hi = &s->hi;

  options_read_into(o, "domain", NULL, domain_options, s);
  if (file) refuse_beside_file(o);
  else if (!option_is_set(o, "domain", NULL, "lo") && !option_is_wrong(o, "domain", NULL, "lo"))
    option_mistake(o, "domain", NULL, "lo", "missing: the lower corner");
  if (!file) read_vectors(o, dimension, s);
  for (int k = 0; k < 3; k++) {
    s->boundary[k] = k < n ? (Boundary)plugin_index(boundary_heads, words[k]) : BOUNDARY_OPEN;
    if (k < dimension && !s->vectors && option_is_set(o, "domain", NULL, "hi") &&
        !(vec3_axis(*hi, k) > vec3_axis(*lo, k)))
      option_mistake(o, "domain", NULL, "hi", "%g m along %c is not above lo (%g m)",
                     vec3_axis(*hi, k), "xyz"[k], vec3_axis(*lo, k));
  }
}
