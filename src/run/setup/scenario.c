/* SPDX-License-Identifier: MIT */
/* Option tables of the command line and of the sections run, search and balance; the list of all
   kinds. */
#include "run/setup/scenario.h"
#include "base/bounds.h"
#include "constraint/kinds/constraint_link.h"
#include "contact/contacts.h"
#include "event/event.h"
#include "interaction/force.h"
#include "link/link_make.h"
#include "matter/material.h"
#include "matter/module.h"
#include "measure/monitor/monitor.h"
#include "measure/probe/probe.h"
#include "motion/integrator.h"
#include "motion/prescribed/wall_motion.h"
#include "motion/thermostats/thermostat.h"
#include "options/rows.h"
#include "options/text.h"
#include "output/checkpoint/checkpoint.h"
#include "output/frames/dump_module.h"
#include "output/picture/shot.h"
#include "run/module_list.h"
#include "space/domain.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/inlet.h"
#include "supply/outlet.h"
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "wall/walls.h"

enum { PARTS_MOST = 1 << 20, RANKS_MOST = 1 << 24 };

#define COST(word, what) \
  REAL_OR_WORD(KEY("plan_" word), "s", "auto", "auto", NOT_NEGATIVE, what "; auto: measured here", \
               .flags = COMMAND_ONLY)

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
      "read and check everything, say what would run and how long, run nothing",
      .flags = COMMAND_ONLY),
  BOOL(KEY_IN("preview", Settings, preview), "false",
      "as -check, and draw the start: images/NAME-preview.png in the folder of the run",
      .flags = COMMAND_ONLY),
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
  {0},
};

/* Options that begin with -plan and -sweep, which the room tools reads. */
const Option plan_options[] = {
  INTS(KEY("plan"),                 OPTIONAL, WITHIN(1, PARTS_MOST),
      "run nothing; print a forecast for each of these numbers of ranks", .flags = COMMAND_ONLY),
  PATH(KEY("plan_csv"),             OPTIONAL,
      "the table of -plan as a file, with more columns", .flags = COMMAND_ONLY),
  INT(KEY("plan_steps"),            "200",    UP_TO(1e9),
      "number of steps that -plan runs to measure the costs that are auto (0: none)",
      .flags = COMMAND_ONLY),
  REAL(KEY("plan_latency"),         "s",       "1.5e-6", NOT_NEGATIVE,
      "latency of a message between two ranks of the planned machine", .flags = COMMAND_ONLY),
  REAL(KEY("plan_message"),         "s",       "5e-7",   NOT_NEGATIVE,
      "processor time of sending a message and receiving another", .flags = COMMAND_ONLY),
  REAL(KEY("plan_bandwidth"),       "bytes/s", "1e10",   POSITIVE,
      "network bandwidth of a rank in each direction", .flags = COMMAND_ONLY),
  BOOL(KEY("plan_overlap"),         "true",
      "messages travel while ranks compute what does not need them", .flags = COMMAND_ONLY),
  REAL(KEY("plan_speed"),           "1",       "1",      POSITIVE,
      "speed of its ranks over that of the ranks here; measured costs are divided by it",
      .flags = COMMAND_ONLY),
  COST("step", "cost of an empty step"),
  COST("clump", "cost of an owned clump in a step"),
  COST("pebble", "cost of a pebble in a step"),
  COST("pair", "cost of a near pair in a step"),
  COST("contact", "additional cost of a pair that touches"),
  COST("constraint", "seconds that constraints and hard contacts take in a step for each "
       "nanosecond that the balance counts for them"),
  COST("copy", "cost of a held copy in a step, without its messages"),
  COST("narrow", "cost for each listed pair of selecting near pairs anew"),
  REAL_OR_WORD(KEY("plan_picks"),   "steps", "auto", "auto", WITHIN(1, INFINITY),
      "steps between two such selections; auto: measured here", .flags = COMMAND_ONLY),
  COST("rebuild", "cost of a rebuild for each pebble and each listed pair"),
  REAL_OR_WORD(KEY("plan_between"), "steps", "auto", "auto", WITHIN(1, INFINITY),
      "steps between two rebuilds; auto: measured here", .flags = COMMAND_ONLY),
  {0},
};

const Option sweep_options[] = {
  INPUT_FILE(KEY("sweep"),    OPTIONAL,
      "run every row of this CSV table: columns are options, without the dash, and name and cost; "
      "see docs/guide/sweeps.md", .flags = COMMAND_ONLY),
  INT(KEY("sweep_ranks"),     "1",      WITHIN(1, RANKS_MOST),
      "ranks of a run of the sweep; runs go side by side on all ranks there are",
      .flags = COMMAND_ONLY),
  INT(KEY("sweep_row"),       OPTIONAL, WITHIN(1, 1e9),
      "run only this row of the table, from 1, on all ranks: for job arrays",
      .flags = COMMAND_ONLY),
  PATH(KEY("sweep_dir"),      OPTIONAL,
      "folder of the sweep, with a folder for each row; default: sweep in the folder of output: "
      "dir, or out/sweep", .flags = COMMAND_ONLY),
  WORDS(KEY("sweep_collect"), OPTIONAL,
      "further columns of sweep.csv, from tables in the folders of the rows: "
      "FILE.csv:COLUMN[:last|first|min|max|mean]", .flags = COMMAND_ONLY),
  {0},
};

static const Option run_options[] = {
  REAL(IN(Settings, end_time),      "s",     REQUIRED, UP_TO(TIME_MOST),
      "the run ends at the first step at or after this time"),
  REAL_OR_WORD(IN(Settings, dt),    "s",   "auto", "auto fixed", POSITIVE_UP_TO(TIME_MOST),
      "time step; auto: it follows the contacts that there are; fixed: that of the worst case, "
      "which is dt_safety times the shortest contact, or twice that of the shortest contact of a "
      "face, or dt_safety / 0.3 (at most a fifth) of the damping time of a dashpot, whichever is "
      "least: docs/physics/timestep.md"),
  PLUGIN(IN(Settings, integrator),  "verlet", integrator_heads,
      "how forces change velocities in a step: docs/physics/timestep.md"),
  INT(IN(Settings, substeps),       "1", WITHIN(1, 1e6),
      "a step is made in so many parts, each with forces, motion and constraints; output is "
      "written after whole steps. With dt: auto the part has the automatic step"),
  BOOL(KEY_IN("interact_same_bond_id", Settings, same_bond_id), "false",
      "clumps of equal bond_id touch each other, and their pebbles interact"),
  INT(IN(Settings, static_passes),  "0", UP_TO(1e6),
      "before the first step all sweeps of constraints correct positions so many times, as if "
      "they were rigid: clumps that are given only about where they belong fit together"),
  REAL(IN(Settings, dt_safety),     "1",     "0.02",   POSITIVE_UP_TO(1),
      "part of the shortest contact time that dt: fixed takes; 0.02 keeps the energy of impacts to "
      "1 %. dt: auto takes five times that for contacts of two pebbles, at most 0.1"),
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
  {0},
};

static const Option search_options[] = {
  PLUGIN(IN(Settings, method),     "list", search_heads,
      "method that finds near pairs; all give the same results"),
  REAL_OR_WORD(IN(Settings, skin), "m", "auto", "auto", POSITIVE_UP_TO(LENGTH_MOST),
      "pairs of pebbles up to this gap are listed; auto: tuned by measured costs, at first 1.2 "
      "times the smallest radius"),
  {0},
};

static const Option balance_options[] = {
  REAL(KEY_IN("threshold", Settings, balance_threshold), "1", "1.05", NOT_NEGATIVE,
      "cuts between subdomains move, at a rebuild, when a rank has more than this times the mean "
      "work: 1 or more; 0: never"),
  REAL(KEY_IN("fraction", Settings, balance_fraction),   "1", "0.25", WITHIN(0.01, 1),
      "largest share of the work on the two sides of a cut that may change sides in one balance"),
  {0},
};
/* clang-format on */

static const Option *const more_top[] = {plan_options, sweep_options, NULL};

static const OptionKind top_kind = {
  .name = "", .options = top_options, .more = more_top, .text = "the file and the command line"};
static const OptionKind run_kind = {
  .name = "run", .options = run_options, .text = "duration, time step, gravity, dimension"};
static const OptionKind search_kind = {
  .name = "search", .options = search_options, .text = "search of near pairs"};
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
  options_read_text(*options, text, "the checkpoint");
  PetscCall(options_check(*options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_read_options(Options *options, const ScenarioSource *from)
{
  PetscFunctionBeginUser;
  if (from->line) options_read_row(options, from->line);
  else PetscCall(options_read_command_line(options));
  if (from->row) options_read_row(options, from->row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_read(Options *options, const ScenarioSource *from)
{
  PetscFunctionBeginUser;
  if (from->file) PetscCall(options_read_file(options, from->file));
  else if (from->text) options_read_given(options, from->text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scenario_options(const Parallel *par, const ScenarioSource *from, Options **options)
{
  Settings settings;

  PetscFunctionBeginUser;
  PetscCall(options_create(par, scenario_kinds, options));
  PetscCall(scenario_read_options(*options, from));
  PetscCall(scenario_read(*options, from));
  PetscCall(options_check(*options));
  settings_read(*options, &settings);
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

void settings_read(Options *o, Settings *s)
{
  *s = (Settings){.dt_is_auto = isnan(option_real(o, "run", NULL, "dt"))};
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
}
