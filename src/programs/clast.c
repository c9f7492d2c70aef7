/* SPDX-License-Identifier: MIT */
/* clast [SCENARIO.yaml] [-option value ...]: main program of the simulation. */
#include "api/api.h"
#include "base/program.h"
#include "base/signals.h"
#include "options/letters.h"
#include "output/hdf5.h"
#include "programs/version.h"
#include "run/run.h"
#include "run/setup/scenario.h"
#include "tools/plan/plan.h"
#include "tools/sweep/sweep.h"
#include <ctype.h>

typedef struct {
  const char *scenario; /* file name; NULL: none given */
  const char *stray;    /* first word that is no option and no value (PETSc ignores it), or NULL */
  const char *pasted;   /* first word that begins with a dash that is not that of the keyboard */
  const char *second;   /* scenario file after the first */
  const char *twice;    /* option that is given twice with two values, and the last of them */
  const char *last;
  char        topic[128]; /* the words after -help; "": none */
  char        list[128];  /* the option whose numbers have blanks between them, without these */
  const char *redirect;   /* option that makes PETSc read options from another source, or NULL */
  int         n_options;
  bool        help, version, plan, nothing;
  bool        looks; /* nothing is run: -check or -plan */
  bool        sweep;
  bool        hangup; /* SIGHUP was not ignored at the start */
} Request;

/* Options allowed on the command line: PETSc 3.18 aborts beyond 512, its own included. A scenario
   file may have any number of keys. */
enum { OPTIONS_MOST = 480 };

static bool is_scenario(const char *word)
{
  const char *dot = strrchr(word, '.');

  return word[0] != '-' && dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* True for boolean options, whose value (yes, no, ...) may be missing. */
static bool is_switch(const char *word)
{
  return strcmp(word, "-check") == 0 || strcmp(word, "-verbose") == 0 ||
         strcmp(word, "-resume") == 0;
}

/* True for a negative number, which is a value and not an option. */
static bool is_number(const char *word)
{
  return word[0] == '-' && ((word[1] >= '0' && word[1] <= '9') || word[1] == '.');
}

static bool is_help(const char *word)
{
  return strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0;
}

/* True for options whose value is never a scenario file. */
static bool is_flag(const char *word)
{
  return is_switch(word) || is_help(word) || version_is_asked(word);
}

/* True if a word begins with a dash or minus sign of typesetting and a letter: -run_dt, pasted. */
static bool is_pasted(const char *word)
{
  const unsigned char *u = (const unsigned char *)word;

  return u[0] == 0xe2 && (u[1] == 0x80 || u[1] == 0x88) && u[2] >= 0x90 && u[2] <= 0x95 &&
         isalpha(u[3]);
}

/* Add a word to the topic of -help. */
static void add_topic(Request *r, const char *word)
{
  const size_t n = strlen(r->topic);

  snprintf(r->topic + n, sizeof r->topic - n, "%s%s", n > 0 ? " " : "", word);
}

/* True for a number, with or without a comma behind it. */
static bool is_item(const char *word)
{
  char *end;

  (void)strtod(word, &end);
  return end > word && (!*end || (end[0] == ',' && !end[1]));
}

/* Note an option and its numbers, argv[0] and those that follow. Nothing is noted if it is no option or
   the first two are no numbers. */
static void note_list(Request *r, const char *option, char **argv)
{
  size_t n;

  if (option[0] != '-' || is_number(option) || !is_item(argv[0]) || !is_item(argv[1])) return;
  snprintf(r->list, sizeof r->list, "%s ", option);
  for (int k = 0; argv[k] && is_item(argv[k]); k++) {
    n = strlen(r->list);
    snprintf(r->list + n, sizeof r->list - n, "%s%.*s", k > 0 ? "," : "",
             (int)strcspn(argv[k], ","), argv[k]);
  }
}

/* Note an option, argv[k], that stood among the n words before with another value. */
static void note_twice(Request *r, char **argv, int n, int k)
{
  const char *value = argv[k + 1];

  if (argv[k][0] != '-' || is_number(argv[k]) || !value) return;
  for (int i = 1; i + 1 < n; i++)
    if (strcmp(argv[i], argv[k]) == 0 && strcmp(argv[i + 1], value) != 0) {
      r->twice = argv[k];
      r->last  = value;
    }
}

/* Parse the command line and remove from argv what PETSc must not see: the scenario, -help with its
   topic, and -version. */
static Request read_line(int *argc, char **argv)
{
  Request r = {.nothing = *argc == 1, .hangup = signals_want_hangup()};
  int     n = 1;

  for (int k = 1; k < *argc; k++) /* --key becomes -key */
    if (argv[k][0] == '-' && argv[k][1] == '-' && isalpha((unsigned char)argv[k][2])) argv[k]++;
  for (int k = 1; k < *argc; k++) {
    const bool value =
      k > 1 && argv[k - 1][0] == '-' && !is_flag(argv[k - 1]) && !is_number(argv[k - 1]);

    if (k > 1 && is_help(argv[k - 1]) && !is_scenario(argv[k])) add_topic(&r, argv[k]);
    else if (r.topic[0] && argv[k][0] != '-' && !value && !is_scenario(argv[k]))
      add_topic(&r, argv[k]);
    else if (!r.scenario && argv[k][0] != '-' && (k == 1 || (!value && is_scenario(argv[k]))))
      r.scenario = argv[k];
    else if (is_help(argv[k])) r.help = true;
    else if (version_is_asked(argv[k])) r.version = true;
    else {
      if (!r.second && r.scenario && !value && is_scenario(argv[k])) r.second = argv[k];
      note_twice(&r, argv, n, k);
      if (!r.stray && argv[k][0] != '-' && !value && !is_switch(argv[k - 1])) {
        r.stray = argv[k];
        if (n > 2) note_list(&r, argv[n - 2], argv + k - 1);
      }
      if (!r.pasted && is_pasted(argv[k])) r.pasted = argv[k];
      r.plan |= strcmp(argv[k], "-plan") == 0;
      r.sweep |= strcmp(argv[k], "-sweep") == 0;
      r.looks |= r.plan || strcmp(argv[k], "-check") == 0;
      if (!r.redirect && program_word_redirects(argv[k])) r.redirect = argv[k];
      r.n_options += argv[k][0] == '-' && !is_number(argv[k]);
      argv[n++] = argv[k];
    }
  }
  *argc   = n;
  argv[n] = NULL;
  return r;
}

static const char usage[] =
  "clast SCENARIO.yaml [-option value ...]      run, e.g. mpirun -n 4 clast input/rockfall.yaml\n"
  "clast -restart FILE.h5|DIR [-option ...]     restart from a checkpoint, on any number of ranks\n"
  "  -resume             go on from the newest checkpoint in the run's folder, if it has any\n"
  "  -check              read and check, run nothing\n"
  "  -plan 64,512,4096   predict load, memory and messages of runs on these numbers of ranks\n"
  "  -sweep TABLE.csv -sweep_ranks 4   run every row of a table, side by side; goes on if called "
  "again\n"
  "  -sweep_make grid|latin -sweep TABLE.csv -KEY VALUES ...   write such a table\n"
  "  -help [WORD]        every key of a scenario, or those of a section or with this word\n"
  "  -version            versions\n"
  "Two dashes do as well as one.\n";

/* Questions that no key answers, and where the manual does: beginnings of words, in
   small letters. */
static const struct {
  const char *words, *page;
} topics[] = {
  {"funnel angle_of_repose repose heap", "docs/start/recipes.md, A funnel and the angle of repose"},
  {"drum mill tumbler", "docs/start/recipes.md, A drum and its dynamic angle"},
  {"lifter baffle chute gate paddle tray open_box open_top",
   "docs/guide/walls.md, Open boxes, lifters, other parts"},
  {"hopper silo discharge beverloo", "docs/start/recipes.md, A hopper and its rate"},
  {"direct_shear shear_box shear_test friction_angle", "docs/start/recipes.md, Direct shear"},
  {"rock stl scan impact", "docs/start/recipes.md, A rock from an STL file; docs/guide/clumps.md"},
  {"conveyor belt screw vibrat rpm",
   "docs/guide/moving.md (rate: 2 pi / 60 times the turns a minute)"},
  {"film movie video ffmpeg animation", "docs/guide/pictures.md"},
  {"plot report graph python", "python/README.md"},
  {"liggghts lammps yade pfc woo mercury jaxdem edem rocky", "docs/start/other_codes.md"},
  {"slurm cluster queue job", "docs/guide/clusters.md"},
  {"paraview ovito", "docs/guide/output.md"},
  {"center centre_of_mass trajector", "docs/guide/monitors.md"},
  {"coordination contact_number void_ratio porosity solid_fraction",
   "docs/guide/monitors.md, Fields of profiles"},
  {"rayleigh critical_time courant time_step timestep", "docs/physics/timestep.md"},
  {"polydispers size_distribution particle_size psd sieve grading",
   "docs/guide/clumps.md, Random fills (size of clumps and inlet)"},
  {"rolling_resistance", "docs/physics/laws.md, Rolling and twisting"},
  {"capillary surface_energy", "docs/physics/laws.md, Cohesion"},
  {"breakage fracture bpm parallel_bond", "docs/physics/links.md"},
  {"superquadric polyhedr non_spherical", "docs/guide/clumps.md, Ways to make a clump"},
  {"gpu cuda opencl accelerator", "docs/reference/limits.md, Machines"},
  {"broken broke", "docs/physics/links.md, What is told (columns and events.csv)"},
  {"power", "docs/start/tutorial.md, the torque of the drum (walls.csv)"},
  {"bulk_density bulk", "docs/start/recipes.md, Bulk density of a packing"},
  {"force_chain contact_network", "docs/guide/output.md, In ParaView"},
  {"humid moist wet", "docs/physics/laws.md, liquid_bridge and liquid_migration"},
  {"tilt inclin turn_gravity", "docs/guide/forces.md, Gravity"},
  {"oedometer compression_test servo", "docs/physics/cells.md; docs/start/recipes.md"},
};

/* The same letters, blanks, - and _ being one, as far as the shorter of the two goes. */
static bool begins_alike(const char *a, const char *b, size_t n)
{
  bool alike = true;

  for (size_t k = 0; k < n && alike; k++)
    alike = tolower((unsigned char)a[k]) == b[k] || (strchr("- ", a[k]) && b[k] == '_');
  return alike;
}

/* Print the pages of the manual for the word, if `prints`; false: there are none. */
static bool find_pages(const Parallel *par, const char *word, bool prints)
{
  const size_t n     = strlen(word);
  bool         found = false;

  for (size_t k = 0; k < sizeof topics / sizeof *topics; k++) {
    bool here = false;

    for (const char *at = topics[k].words; *at; at += strspn(at, " ")) {
      const size_t length = strcspn(at, " ");

      here = here || (n >= 3 && begins_alike(word, at, n < length ? n : length));
      at += length;
    }
    if (here && prints && par->rank == 0) printf("%s: see %s\n", word, topics[k].page);
    found = found || here;
  }
  return found;
}

static PetscErrorCode print_help(const char *topic, int *status)
{
  Parallel par;
  Options *options;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  PetscCall(options_create(&par, scenario_kinds, &options));
  if (par.rank == 0 && !topic) printf("%s\n", usage);
  if (!topic || options_help_has(options, topic) || !find_pages(&par, topic, false))
    *status = options_help(options, topic) ? EXIT_DONE : EXIT_USAGE;
  if (topic && find_pages(&par, topic, true)) *status = EXIT_DONE;
  options_destroy(&options);
  PetscCall(parallel_destroy(&par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- work, as a host of the library ---- */

/* Open the simulation with the options of the command line, less PETSc's own. */
static PetscErrorCode open_asked(const Request *request, clast **self, clast_status *status)
{
  Parallel      par;
  Options      *options;
  OptionPair   *pairs;
  clast_option *given;
  int           n;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  PetscCall(options_create(&par, scenario_kinds, &options));
  PetscCall(options_read_command_line(options));
  options_pairs(options, &n, &pairs);
  array_create(&given, sizeof *given, (size_t)n);
  for (int k = 0; k < n; k++) given[k] = (clast_option){pairs[k].name, pairs[k].value};
  clast_messages(clast_print, NULL, CLAST_LEVEL_PROGRESS);
  *status = clast_open(PETSC_COMM_WORLD, request->scenario, n, given, self);
  array_free(&given);
  array_free(&pairs);
  options_destroy(&options);
  PetscCall(parallel_destroy(&par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Plan or check a simulation that is set up, which the library does not offer. *looks: nothing is to be
   run. */
static PetscErrorCode look(const Request *request, Sim *sim, bool *looks, int *status)
{
  RunEnd end = RUN_FINISHED;
  int    mistakes;

  PetscFunctionBeginUser;
  if (request->twice)
    warning_add(&sim->warnings, "%s is given twice: the last, %s, counts", request->twice,
                request->last);
  arrays_return();
  PetscCall(plan_check_asked(sim, &mistakes));
  *looks = true;
  if (mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  if (option_is_set(sim->options, "", NULL, "plan")) PetscCall(sim_plan(sim, &mistakes, &end));
  else if (sim->settings.check_only || sim->settings.preview) PetscCall(sim_check(sim, &end));
  else {
    *looks = false;
    if (option_bool(sim->options, "", NULL, "verbose")) PetscCall(memory_print(sim));
  }
  if (!mistakes) *status = run_status(end);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Exit status of an outcome. Does not return if all ranks must end, which was told. writes: the run has
   written files. */
static int status_of(const clast *self, clast_status outcome, bool writes)
{
  static const int of[] = {[CLAST_OK]       = EXIT_DONE,
                           [CLAST_FINISHED] = EXIT_DONE,
                           [CLAST_EARLY]    = EXIT_EARLY,
                           [CLAST_STOPPED]  = EXIT_PHYSICS,
                           [CLAST_MISTAKES] = EXIT_USAGE};

  if (outcome == CLAST_BROKEN)
    MPI_Abort(PETSC_COMM_WORLD, !self || self->no_memory ? EXIT_MEMORY : 1);
  return outcome == CLAST_FILE ? (writes ? EXIT_WRITING : EXIT_USAGE) : of[outcome];
}

static PetscErrorCode run(const Request *request, int *status)
{
  clast       *self    = NULL;
  clast_status outcome = CLAST_BROKEN, closed;
  bool         looks   = false, writes;
  char         why[1000];
  int          rank;

  PetscFunctionBeginUser;
  if (launch_is_foreign(why, sizeof why, &rank)) {
    if (rank <= 0) fprintf(stderr, "clast: %s\n", why);
    *status = EXIT_USAGE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!request->looks) signals_listen(request->hangup);
  if (request->sweep && request->twice && PetscGlobalRank == 0)
    fprintf(stderr, "clast: warning: %s is given twice: the last, %s, counts\n", request->twice,
            request->last);
  if (request->sweep) PetscCall(sweep_run(PETSC_COMM_WORLD, request->scenario, status));
  if (request->sweep) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(open_asked(request, &self, &outcome));
  if (outcome != CLAST_OK) *status = status_of(self, outcome, false);
  else PetscCall(look(request, self->sim, &looks, status));
  if (outcome == CLAST_OK && !looks) {
    (void)clast_write_files(self);
    outcome = clast_run(self, INFINITY);
    *status = status_of(self, outcome, self->sim->folder.writes);
  }
  writes = self->sim && self->sim->folder.writes;
  closed = clast_close(&self);
  if (closed != CLAST_OK) *status = status_of(NULL, closed, writes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Refuse a second scenario, a stray word, or (NULL) a call without arguments. */
static void refuse(const Request *request)
{
  const char *word = request->pasted ? request->pasted : request->stray;
  Text        text = {0};

  if (PetscGlobalRank > 0) return;
  if (request->second)
    fprintf(stderr, "clast: '%s': one scenario at a time: %s is given already\n", request->second,
            request->scenario);
  else if (!word) fputs(usage, stderr);
  else if (request->list[0] && !request->pasted)
    fprintf(stderr, "clast: numbers of a list stand without blanks between them: write %s\n",
            request->list);
  else {
    const char *sign = strchr(word, '=');

    text_add(&text, "%s", "");
    if (sign) text_add(&text, "; write -%.*s %s", (int)(sign - word), word, sign + 1);
    letters_say(word, strlen(word), true, &text);
    fprintf(
      stderr,
      "clast: '%s' is neither an option (-key value) nor the scenario file%s; see clast -help\n",
      word, text.s);
    text_free(&text);
  }
}

/* Exit status of mistakes found before MPI starts, with a message; EXIT_DONE if there is none. */
static int look_at(const Request *request)
{
  const char *fault = arithmetic_fault();

  if (fault)
    fprintf(stderr, "clast: this build or machine cannot give bitwise reproducible results: %s\n",
            fault);
  else if (request->version) return EXIT_DONE;
  else if (request->n_options > OPTIONS_MOST)
    fprintf(stderr,
            "clast: %d options on the command line, more than %d: write them into the scenario\n",
            request->n_options, OPTIONS_MOST);
  else if (request->redirect)
    fprintf(stderr,
            "clast: %s is not allowed: options come only from the scenario and the command line; a "
            "scenario file is the first "
            "word, `clast FILE.yaml -option value ...`\n",
            request->redirect);
  else return EXIT_DONE;
  return EXIT_USAGE;
}

int main(int argc, char **argv)
{
  const bool     makes   = sweep_make_is_asked(argc, argv);
  const Request  request = makes ? (Request){0} : read_line(&argc, argv);
  const bool     runs    = !makes && !request.looks && !request.help && !request.nothing;
  int            status;
  Program        program;
  PetscErrorCode code = PETSC_SUCCESS;

  /* before all else: loading HDF5 and MPI may take long; again in `run`, as PETSc has some */
  if (runs && !request.version) signals_listen(request.hangup);
  status = look_at(&request);
  if (status != EXIT_DONE) return status;
  if (makes) return sweep_make(argc, argv);
  if (request.version) return version_print("clast");
  status = EXIT_USAGE; /* for files that cannot be opened before the run has written any */
  hdf5_start();
  PetscCall(program_start("clast", argc, argv, &program));
  arrays_return();
  PetscCall(PetscPushErrorHandler(program_error, NULL));
  if (request.help) code = print_help(request.topic[0] ? request.topic : NULL, &status);
  else if (request.nothing || request.second || request.stray || request.pasted) refuse(&request);
  else code = run(&request, &status);
  if (code && !program_error_is_of_file(code)) MPI_Abort(PETSC_COMM_WORLD, 1);
  PetscCall(PetscPopErrorHandler());
  /* a failed write to stdout changes the status of -help and -plan only: the result of a run is in
     its files, that of -check in the status */
  PetscCall(program_end(&program, request.help || request.plan, status));
  return status;
}
