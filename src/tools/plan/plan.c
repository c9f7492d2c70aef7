/* SPDX-License-Identifier: MIT */
/* The planner: cuts the state into each requested number of parts, counts the parts, measures costs
   in a short run, and predicts step times by the model (cost.h). */
#include "tools/plan/plan.h"
#include "output/run_folder.h"
#include "run/setup/scenario.h"
#include "tools/plan/footprint.h"

enum { PLANS_MOST = 64 };

static void spread(Spread *s, double value, int n)
{
  s->mean += value / n;
  s->most = max_real(s->most, value);
}

static double imbalance_of(const Part *parts, int n)
{
  Spread work = {0};

  for (int k = 0; k < n; k++) spread(&work, (double)part_work(&parts[k]), n);
  return work.mean > 0 ? work.most / work.mean : 1;
}

static PlanRow row_of(const Costs *costs, const Machine *machine, const Field *fields, int columns,
                      int n, const Part *parts)
{
  PlanRow r = {.parts      = n,
               .wide       = parts[0].wide,
               .sweep_out  = parts[0].sweep_out,
               .sweep_back = parts[0].sweep_back,
               .imbalance  = imbalance_of(parts, n)};

  for (int k = 0; k < n; k++) {
    const Part    *p = &parts[k];
    const StepCost s = cost_of_part(costs, machine, fields, p, n);
    const Traffic  t = traffic_of_part(costs, fields, p);

    spread(&r.clumps, (double)p->clumps, n);
    spread(&r.body, (double)p->body, n);
    spread(&r.pebbles, (double)p->pebbles, n);
    spread(&r.copies, (double)p->copies, n);
    spread(&r.pairs, (double)p->pairs, n);
    spread(&r.listed, (double)p->listed, n);
    spread(&r.links, (double)p->links, n);
    spread(&r.hard, (double)p->hard, n);
    spread(&r.messages, t.messages, n);
    spread(&r.bytes, t.bytes, n);
    r.memory = max_real(r.memory, footprint_of_part(p, fields, columns, n).peak);
    if (s.step >= r.slowest.step) r.slowest = s;
  }
  r.efficiency = r.slowest.step > 0 ? cost_ideal(costs, n, parts) / (n * r.slowest.step) : 1;
  return r;
}

/* The costs in the order of Costs: option, words after the number; every: it is a number of steps,
   which does not depend on the speed of a machine. */
static const struct {
  const char *key, *words;
  bool        every;
} named[] = {
  {"plan_step", "a step", false},
  {"plan_clump", "a clump", false},
  {"plan_pebble", "a pebble", false},
  {"plan_pair", "a near pair", false},
  {"plan_contact", "a contact", false},
  {"plan_constraint", "a nanosecond of constraints", false},
  {"plan_copy", "a copy", false},
  {"plan_narrow", "a listed pair at a narrowing", false},
  {"plan_picks", "steps", true},
  {"plan_rebuild", "a pebble or listed pair at a rebuild", false},
  {"plan_between", "steps", true},
};

enum { COSTS = sizeof(Costs) / sizeof(double), COST_HELD = offsetof(Costs, held) / sizeof(double) };

_Static_assert(COSTS == sizeof named / sizeof *named, "a name for each of the costs");

/* The cost that the user has given, NAN: none. */
static double cost_given(const Sim *sim, int k)
{
  return option_real(sim->options, "", NULL, named[k].key);
}

PetscErrorCode plan_check_asked(Sim *sim, int *mistakes)
{
  PetscFunctionBeginUser;
  for (const Option *o = plan_options; o->key && !option_is_set(sim->options, "", NULL, "plan");
       o++)
    if (option_is_set(sim->options, "", NULL, o->key))
      option_mistake(sim->options, "", NULL, o->key,
                     "is an option of -plan, which is not given: give -plan, too, or leave it out");
  PetscCall(options_report(sim->options, mistakes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that the tables of options cannot express. */
static PetscErrorCode check_request(Sim *sim, const int64_t *list, int n, int64_t steps,
                                    int *mistakes)
{
  int64_t pebbles = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    pebbles += sim->matter.templates.list[sim->matter.clumps->template[a]].n;
  PetscCall(parallel_sum_int(&sim->par, &pebbles, 1));
  if (n > PLANS_MOST)
    option_mistake(sim->options, "", NULL, "plan",
                   "%d numbers of ranks; allowed: at most %d at a time", n, PLANS_MOST);
  if (pebbles == 0)
    option_mistake(sim->options, "", NULL, "plan",
                   "the state has no pebbles: plan a state that has some");
  for (int k = 0; k < n; k++)
    if (list[k] > pebbles && pebbles > 0)
      option_mistake(sim->options, "", NULL, "plan",
                     "%" PRId64 " ranks for %" PRId64
                     " pebbles: ask for no more ranks than pebbles",
                     list[k], pebbles);
  for (int k = 0; k < COSTS && steps == 0; k++)
    if ((k != COST_HELD || constraints_hold(&sim->constraints, &sim->links)) &&
        isnan(cost_given(sim, k)))
      option_mistake(sim->options, "", NULL, named[k].key,
                     "nothing is measured with -plan_steps 0: give a number");
  PetscCall(options_report(sim->options, mistakes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Costs given by the user replace measured ones; measured ones are divided by plan_speed. */
static void complete_costs(const Sim *sim, Costs *costs)
{
  const double speed = option_real(sim->options, "", NULL, "plan_speed");
  double      *value = (double *)costs;

  for (int k = 0; k < COSTS; k++) {
    if (!isnan(cost_given(sim, k))) value[k] = cost_given(sim, k);
    else if (!named[k].every) value[k] /= speed;
  }
}

/* Print the origin of the costs and the assumptions on the network. */
static void print_basis(const Sim *sim, const Machine *m, const Calibration *how)
{
  if (how->steps > 0)
    printf("clast: costs were measured here in %" PRId64 " step%s on %d rank%s, the fastest at "
           "%.4g s each%s\n",
           how->steps, how->steps == 1 ? "" : "s", sim->par.size, sim->par.size == 1 ? "" : "s",
           how->step,
           how->contacts > 0
             ? ""
             : "; nothing touched, so contacts cost nothing here: plan a state in which they do");
  printf("clast: the plan assumes that a message takes %.3g s (-plan_latency) and %.3g s of the "
         "processor (-plan_message), and a second for each %.3g bytes (-plan_bandwidth)%s\n",
         m->latency, m->message, m->bandwidth, m->overlap ? "" : ", and that ranks wait for it");
}

/* With -verbose: all costs. */
static void print_costs(const Sim *sim, const Costs *costs, const Calibration *how)
{
  const double *value = (const double *)costs;

  printf("clast: seconds of a rank%s:", how->steps > 0 ? ", measured here" : "");
  for (int k = 0; k < COSTS; k++)
    printf("%s %s%.3g %s%s", k > 0 ? "," : "", named[k].every ? "every " : "", value[k],
           named[k].words, isnan(cost_given(sim, k)) ? "" : " (given)");
  printf("\n");
  if (how->steps > 0)
    printf("clast: while they were measured near pairs were listed anew %" PRId64
           " time%s (a narrowing), all lists were rebuilt %" PRId64 " time%s\n",
           how->narrowings, how->narrowings == 1 ? "" : "s", how->rebuilds,
           how->rebuilds == 1 ? "" : "s");
}

/* Bytes of an empty run with MPI, PETSc and HDF5, of a template with its options, and of each of
   its pebbles: see docs/lab/scaling.md. */
#define PROGRAM_BYTES  50e6
#define TEMPLATE_BYTES 2e3
#define PEBBLE_BYTES   108.0

/* With -verbose: bytes of each kind of item. */
static void print_items(const Sim *sim)
{
  printf("clast: bytes");
  for (int k = 0; k < FOR_N; k++) {
    const Footprint one =
      footprint_of_one((FootprintUser)k, sim->matter.clumps->fields, sim->laws->memory);

    printf("%s %.0f (%.0f at a rebuild) a%s %s", k > 0 ? "," : "", one.standing, one.peak,
           k == FOR_OWNED ? "n" : "", memory_users[k]);
  }
  printf("\n");
}

static void print_memory(const Sim *sim)
{
  double pebbles = 0; /* of all templates */

  for (int t = 0; t < sim->matter.templates.n; t++) pebbles += sim->matter.templates.list[t].n;
  printf("clast: each rank takes some %.0f MB more for the program and %d template%s\n",
         1e-6 * (PROGRAM_BYTES + TEMPLATE_BYTES * sim->matter.templates.n + PEBBLE_BYTES * pebbles),
         sim->matter.templates.n, sim->matter.templates.n == 1 ? "" : "s");
}

static void print_rows(const PlanRow *rows, const Field *fields, int n)
{
  printf("%8s %9s %19s %19s %17s %11s %19s %8s %10s %10s %12s\n", "ranks", "imbalance",
         "clumps mean, max", "pebbles mean, max", "copies mean, max", "messages", "MB sent a step",
         "GB each", "s a step", "efficiency", "pebbles/rank");
  for (int k = 0; k < n; k++) {
    const PlanRow *r = &rows[k];

    printf("%8d %9.3f %9.0f %9.0f %9.0f %9.0f %8.0f %8.0f %5.1f %5.0f %9.4f %9.4f %8.4f %10.3e "
           "%10.3f %12.0f\n",
           r->parts, r->imbalance, r->clumps.mean, r->clumps.most, r->pebbles.mean, r->pebbles.most,
           r->copies.mean, r->copies.most, r->messages.mean, r->messages.most, r->bytes.mean / 1e6,
           r->bytes.most / 1e6, r->memory / 1e9, r->slowest.step, r->efficiency, r->body.mean);
  }
  for (int k = 0; k < n; k++)
    if (rows[k].links.most > 0 || rows[k].hard.most > 0)
      printf("clast: on %d ranks %.0f links on average, %.0f at most, and %.0f near pairs of hard "
             "contacts, %.0f at most; their sweeps: %" PRId64 " messages to and %" PRId64
             " from every neighbour in a step, among these\n",
             rows[k].parts, rows[k].links.mean, rows[k].links.most, rows[k].hard.mean,
             rows[k].hard.most, rows[k].sweep_out, rows[k].sweep_back);
  for (int k = 0; k < n; k++)
    if (rows[k].wide > 0)
      printf("clast: on %d ranks %" PRId64
             " clump%s held by so many ranks that %s sent to all: two sums over all ranks of "
             "%" PRId64 " bytes a step, in addition to these messages\n",
             rows[k].parts, rows[k].wide, rows[k].wide == 1 ? " is" : "s are",
             rows[k].wide == 1 ? "it is" : "they are",
             rows[k].wide * (int64_t)(halo_pose_bytes(fields) + halo_load_bytes(fields)));
}

/* Open the file before the counting, so that a write error is reported early. Existing content
   stays until rows are written. *f: set on rank 0; NULL elsewhere and without a path. */
static PetscErrorCode open_rows(const Sim *sim, FILE **f)
{
  const char *path = option_word(sim->options, "", NULL, "plan_csv");
  bool        bad;

  PetscFunctionBeginUser;
  PetscCall(run_folder_check_file(&sim->folder, &sim->par, sim->options, "", "plan_csv", false));
  *f  = path[0] && sim->par.rank == 0 ? fopen(path, "a") : NULL;
  bad = path[0] && sim->par.rank == 0 && !*f;
  PetscCall(parallel_any(&sim->par, &bad));
  PetscCheck(!bad, sim->par.comm, PETSC_ERR_FILE_OPEN, "-plan_csv: cannot write %s", path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Names and units as in plan.h and cost.h. */
static void write_rows(FILE *f, const PlanRow *rows, int n)
{
  fprintf(f, "ranks,imbalance,clumps_mean,clumps_max,pebbles_owned_mean,pebbles_owned_max,pebbles_"
             "mean,pebbles_max,copies_mean,"
             "copies_max,pairs_mean,pairs_max,listed_mean,listed_max,messages_mean,messages_max,"
             "bytes_mean,bytes_max,wide,memory,"
             "step,motion,inside,edge,copying,"
             "refresh,reduce,agree,narrow,rebuild,efficiency,constraint,links_mean,links_max,hard_"
             "mean,hard_max\n");
  for (int k = 0; k < n; k++) {
    const PlanRow  *r = &rows[k];
    const StepCost *s = &r->slowest;

    fprintf(f,
            "%d,%.6g,%.6g,%.0f,%.6g,%.0f,%.6g,%.0f,%.6g,%.0f,%.6g,%.0f,%.6g,%.0f,%.6g,%.0f,%.6g,%."
            "0f,%.0f,%.0f,",
            r->parts, r->imbalance, r->clumps.mean, r->clumps.most, r->body.mean, r->body.most,
            r->pebbles.mean, r->pebbles.most, r->copies.mean, r->copies.most, r->pairs.mean,
            r->pairs.most, r->listed.mean, r->listed.most, r->messages.mean, r->messages.most,
            r->bytes.mean, r->bytes.most, (double)r->wide, r->memory);
    fprintf(f, "%.6e,%.6e,%.6e,%.6e,%.6e,%.6e,%.6e,%.6e,%.6e,%.6e,%.6f,", s->step, s->motion,
            s->inside, s->edge, s->copies, s->refresh, s->reduce, s->agree, s->narrow, s->rebuild,
            r->efficiency);
    fprintf(f, "%.6e,%.6g,%.0f,%.6g,%.0f\n", s->held, r->links.mean, r->links.most, r->hard.mean,
            r->hard.most);
  }
}

/* Count the parts for each requested number, cut as a run on so many ranks would be; the state must
   be as it was built. */
static PetscErrorCode count_all(const Sim *sim, const int64_t *list, int n, Part **parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    Decomposition cut = {0};

    array_create(&parts[k], sizeof *parts[k], list[k]);
    PetscCall(sim_cut(sim, (int)list[k], &cut));
    PetscCall(parts_count(sim, &cut, (int)list[k], parts[k]));
    if (sim_cuts_again(sim, (int)list[k], imbalance_of(parts[k], (int)list[k]))) {
      PetscCall(sim_cut_again(sim, &cut));
      PetscCall(parts_count(sim, &cut, (int)list[k], parts[k]));
    }
    decomposition_free(&cut);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Say that clumps which enter later are not in the plan. */
static void tell_entering(Sim *sim)
{
  double clumps, pebbles;

  sources_bound(sim_world(sim), &clumps, &pebbles);
  if (sim->par.rank != 0 || !(clumps > 0)) return;
  if (isfinite(clumps))
    printf("clast: about %.3g clumps (%.3g pebbles) may come from inlets and are not in these "
           "numbers: plan "
           "from a checkpoint of the filled state, or with that many clumps in a random fill\n",
           floor(clumps + 0.5), floor(pebbles + 0.5));
  else
    printf("clast: the clumps that inlets let in are not in these numbers, and nothing bounds "
           "them\n");
}

static PetscErrorCode report_plan(Sim *sim, const int64_t *list, int n, Part *const *parts,
                                  Costs *costs, const Calibration *how, FILE **csv)
{
  const Machine machine = {.latency   = option_real(sim->options, "", NULL, "plan_latency"),
                           .message   = option_real(sim->options, "", NULL, "plan_message"),
                           .bandwidth = option_real(sim->options, "", NULL, "plan_bandwidth"),
                           .overlap   = option_bool(sim->options, "", NULL, "plan_overlap")};
  PlanRow       rows[PLANS_MOST];
  double        next;
  int64_t       later;

  PetscFunctionBeginUser;
  complete_costs(sim, costs);
  PetscCall(waiting_next(&sim->par, sim->matter.waiting, &next, &later));
  for (int k = 0; k < n; k++)
    rows[k] = row_of(costs, &machine, sim->matter.clumps->fields, sim->laws->memory, (int)list[k],
                     parts[k]);
  if (sim->par.rank == 0) {
    print_basis(sim, &machine, how);
    if (option_bool(sim->options, "", NULL, "verbose")) {
      print_costs(sim, costs, how);
      print_items(sim);
    }
    print_memory(sim);
    print_rows(rows, sim->matter.clumps->fields, n);
    if (later > 0)
      printf("clast: %" PRId64 " clump%s, the first at t = %g s, and %s not in these numbers\n",
             later, later == 1 ? " enters later" : "s enter later", next,
             later == 1 ? "is" : "are");
  }
  tell_entering(sim);
  if (*csv) *csv = freopen(option_word(sim->options, "", NULL, "plan_csv"), "w", *csv);
  if (*csv) write_rows(*csv, rows, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_plan(Sim *sim, int *mistakes, RunEnd *end)
{
  const int64_t  steps = option_int(sim->options, "", NULL, "plan_steps");
  const int64_t *list;
  Part          *parts[PLANS_MOST] = {NULL};
  Costs          costs             = {0};
  Calibration    how               = {.end = RUN_GOES_ON};
  FILE          *csv               = NULL;
  bool           asked, bad;
  int            n;

  PetscFunctionBeginUser;
  *end = RUN_GOES_ON;
  list = option_ints(sim->options, "", NULL, "plan", &n);
  PetscCall(check_request(sim, list, n, steps, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(open_rows(sim, &csv));
  asked              = csv != NULL;
  sim->folder.writes = true;
  if (!sim->folder.goes_on) PetscCall(sim_begin(sim, end));
  if (*end == RUN_GOES_ON) PetscCall(count_all(sim, list, n, parts));
  if (*end == RUN_GOES_ON && steps > 0) {
    PetscCall(costs_calibrate(sim, steps, &costs, &how));
    *end = how.end;
  }
  if (*end == RUN_GOES_ON) PetscCall(report_plan(sim, list, n, parts, &costs, &how, &csv));
  bad = asked && (!csv || ferror(csv) || fclose(csv) != 0);
  PetscCall(parallel_any(&sim->par, &bad));
  PetscCheck(!bad, sim->par.comm, PETSC_ERR_FILE_WRITE, "-plan_csv: cannot write all of it");
  for (int k = 0; k < n; k++) array_free(&parts[k]);
  if (*end == RUN_GOES_ON) *end = RUN_FINISHED;
  PetscFunctionReturn(PETSC_SUCCESS);
}
