/* SPDX-License-Identifier: MIT */
/* Positions and attitudes of a table: straight lines between positions, and turns about one axis at
   a constant rate between attitudes (Shoemake 1985, SIGGRAPH '85, 245). The velocities are the
   exact derivatives within a segment; at a time of the table they are those of the segment that
   begins. Before the first time and after the last one the body rests at its end of the table.

   The table is state, as a run goes on from its checkpoint alone. */
#include "base/elementary.h"
#include "motion/prescribed/prescribed.h"
#include "options/attitude.h"

#include <unistd.h>

/* A row of the file. */
typedef struct {
  double time; /* s, from the start of the motion */
  Vec3   x;    /* of the pivot, m */
  Quat   q;    /* turn from the attitude as loaded */
} Knot;

/* Motion between a row and the next one. */
typedef struct {
  Vec3   velocity; /* m/s */
  Vec3   axis;     /* unit */
  double half;     /* half of the angle, degrees */
  double rate;     /* of the turn, rad/s */
  Vec3   turned;   /* sum of the turns before it, each along its axis, rad */
} Segment;

typedef struct {
  StateArray rows;         /* of KNOT_REALS reals each */
  int32_t    moves, turns; /* the file has positions; attitudes */
  int        n;
  Knot      *knot;    /* [n], in `rows` */
  Segment   *segment; /* [n]; the last is at rest */
  Vec3       pivot;   /* point, as loaded, that has these positions, m */
} Table;

enum { KNOT_REALS = sizeof(Knot) / sizeof(double) };

/* clang-format off */
static const Option table_options[] = {
  INPUT_FILE(KEY("file"), REQUIRED,
      "CSV: time,x,y,z,qw,qx,qy,qz: positions of the pivot and attitudes, as turns from the one as "
      "loaded, at times from the start of the motion; axis_x,axis_y,axis_z,angle (degrees) may stand "
      "in place of the quaternions; positions or attitudes may be left out"),
  VEC3_FLAT(KEY("pivot"), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "point of the body, as loaded, whose positions the file has; default: the first "
      "position, from which the body then moves on"),
  {0},
};

enum { COLUMN_TIME, COLUMN_X, COLUMN_QW = COLUMN_X + 3 };

#define PLACE(name, ...) \
  {name, .type = CSV_REAL, .group = 1, .unit = "m", .lo = -LENGTH_MOST, .hi = LENGTH_MOST, __VA_ARGS__}

static const CsvColumn table_columns[] = {
  {"time", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "s", .lo = 0, .hi = TIME_MOST},
  PLACE("x"),
  PLACE("y"),
  PLACE("z", .flags = CSV_ACROSS),
  CSV_ATTITUDE_COLUMNS(2),
  {0},
};

static const StateItem table_state[] = {
  ITEM(REAL, IN(Table, rows), "s, m, 1", -2 * LENGTH_MOST, 2 * LENGTH_MOST,
       "rows of the table: time, position of the pivot, attitude w, x, y, z", .count = STATE_ANY),
  ITEM(INT32, IN(Table, moves), "1", 0, 1, "1: the table has positions"),
  ITEM(INT32, IN(Table, turns), "1", 0, 1, "1: the table has attitudes"),
  {0},
};
/* clang-format on */

/* ---- the file ---- */

static void knot_add(const Csv *csv, PetscInt i, Findings *findings, Table *t)
{
  Knot *k = &t->knot[i];

  *k = (Knot){.time = csv_real(csv, COLUMN_TIME, i), .x = csv_vec3(csv, COLUMN_X, i)};
  if (i > 0 && !(k->time > k[-1].time))
    finding_add(findings, csv->line[i],
                "time %g is not after that of the row before, %g: times "
                "must increase",
                k->time, k[-1].time);
  csv_attitude(csv, COLUMN_QW, i, findings, &k->q);
}

/* Read the rows of the file, on rank 0. */
static PetscErrorCode read_rows(const char *path, int dimension, Findings *findings, Table *t)
{
  CsvColumn plane[CSV_MOST_COLUMNS + 1];
  Parallel  self;
  Csv       csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, csv_columns(table_columns, dimension, plane), &csv, findings));
  t->rows.n = findings->n == 0 ? csv.n * KNOT_REALS : 0;
  t->moves  = csv.has[COLUMN_X];
  t->turns  = csv_has_attitude(&csv, COLUMN_QW);
  array_create(&t->rows.list, sizeof(double), t->rows.n);
  t->knot = t->rows.list;
  if (findings->n == 0 && !t->moves && !t->turns)
    finding_add(findings, 0,
                "neither positions (columns x,y,z) nor attitudes (qw,qx,qy,qz, or "
                "axis_x,axis_y,axis_z,angle)");
  for (PetscInt i = 0; i < t->rows.n / KNOT_REALS; i++) knot_add(&csv, i, findings, t);
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copy the rows of rank 0 to all ranks. */
static PetscErrorCode share_rows(const Parallel *par, Table *t)
{
  int64_t head[] = {t->rows.n, t->moves, t->turns};

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, head, sizeof head, 0));
  if (par->rank > 0) array_create(&t->rows.list, sizeof(double), head[0]);
  t->rows.n = head[0];
  t->moves  = (int32_t)head[1];
  t->turns  = (int32_t)head[2];
  PetscCall(parallel_bcast(par, t->rows.list, (size_t)head[0] * sizeof(double), 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the file, unless it is gone and a checkpoint has its rows. */
static PetscErrorCode find_rows(const MotionSource *s, Table *t)
{
  const char *path     = option_word(s->options, "motion", s->name, "file");
  Findings    findings = {0};
  bool        there    = s->par->rank == 0 && path && access(path, R_OK) == 0;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(s->par, &there, sizeof there, 0));
  if (!there) PetscFunctionReturn(PETSC_SUCCESS); /* stored, or a mistake noted before */
  array_free(&t->rows.list);
  t->rows.n = 0;
  if (s->par->rank == 0) PetscCall(read_rows(path, options_dimension(s->options), &findings, t));
  PetscCall(findings_gather(s->par, &findings));
  findings_report(&findings, s->options, "motion", s->name, "file");
  PetscCall(share_rows(s->par, t));
  if (findings.n > 0) t->rows.n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- segments ---- */

/* False for rows of a checkpoint that no file can have given. */
static bool are_sound(const Table *t)
{
  bool good = t->n >= 1 && t->rows.n % KNOT_REALS == 0;

  for (int k = 0; k < t->n && good; k++)
    good = (k == 0 || t->knot[k].time > t->knot[k - 1].time) && t->knot[k].time >= 0 &&
           t->knot[k].time <= TIME_MOST && vec3_norm(t->knot[k].x) <= 2 * LENGTH_MOST &&
           fabs(quat_norm(t->knot[k].q) - 1) < 1e-9;
  return good;
}

static Segment segment_of(const Knot *a, const Knot *b)
{
  const double dt  = b->time - a->time;
  const Quat   by  = quat_mul(b->q, quat_conjugate(a->q));
  const double way = by.w < 0 ? -1 : 1; /* the shorter one */
  Segment      s   = {.velocity = vec3_scale(1 / dt, vec3_sub(b->x, a->x)),
                      .axis     = {way * by.x, way * by.y, way * by.z}};

  s.half = arc_degrees(vec3_norm(s.axis), fabs(by.w));
  s.rate = s.half * (PETSC_PI / 90) / dt;
  if (!vec3_normalize(&s.axis)) s.half = s.rate = 0;
  return s;
}

/* Set the turns before each segment: of the first attitude, then of the segments. */
static void sum_turns(Table *t)
{
  const Knot    loaded = {.time = t->n > 0 ? t->knot[0].time - 1 : 0, .q = quat_identity()};
  const Segment first  = t->n > 0 ? segment_of(&loaded, &t->knot[0]) : (Segment){.rate = 0};

  t->segment[0].turned = vec3_scale(first.rate, first.axis);
  for (int k = 0; k + 1 < t->n; k++)
    t->segment[k + 1].turned =
      vec3_axpy(t->segment[k].turned, t->segment[k].rate * (t->knot[k + 1].time - t->knot[k].time),
                t->segment[k].axis);
}

static PetscErrorCode table_read(void *self, const MotionSource *s)
{
  Table *t = self;

  PetscFunctionBeginUser;
  PetscCall(find_rows(s, t));
  t->knot = t->rows.list;
  t->n    = (int)(t->rows.n / KNOT_REALS);
  if (s->stored && t->n > 0 && !are_sound(t)) {
    option_mistake(s->options, "motion", s->name, "file", "cannot restart: its table was changed");
    t->n = 0;
  }
  array_create(&t->segment, sizeof *t->segment, t->n + 1);
  for (int k = 0; k + 1 < t->n; k++) {
    Segment *g = &t->segment[k];

    *g = segment_of(&t->knot[k], &t->knot[k + 1]);
    if (!(vec3_norm(g->velocity) <= SPEED_MOST) || !(g->rate <= SPIN_MOST))
      option_mistake(s->options, "motion", s->name, "file",
                     "from time %g s to %g s it moves at %g m/s and turns at %g rad/s: too fast; "
                     "allowed: %g m/s and %g rad/s",
                     t->knot[k].time, t->knot[k + 1].time, vec3_norm(g->velocity), g->rate,
                     SPEED_MOST, SPIN_MOST);
  }
  sum_turns(t);
  if (option_has_value(s->options, "motion", s->name, "pivot"))
    t->pivot = option_vec3(s->options, "motion", s->name, "pivot");
  else if (t->n > 0) t->pivot = t->knot[0].x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void table_release(void *self)
{
  Table *t = self;

  array_free(&t->rows.list);
  array_free(&t->segment);
}

/* ---- the motion ---- */

static void table_at(const void *self, double time, Prescribed *out)
{
  const Table *t = self;
  int          k;
  double       since, sine, cosine;

  if (t->n == 0) return; /* a mistake, noted before */
  k     = last_up_to(&t->knot->time, sizeof *t->knot, t->n, max_real(time, t->knot[0].time));
  since = time - t->knot[k].time;
  if (t->moves) out->shift = vec3_sub(t->knot[k].x, t->pivot);
  out->turn   = t->knot[k].q;
  out->turned = t->segment[k].turned;
  if (since < 0 || k + 1 == t->n) return;
  out->shift    = vec3_axpy(out->shift, since, t->segment[k].velocity);
  out->velocity = t->segment[k].velocity;
  if (!(t->segment[k].half > 0)) return;
  sine_cosine_degrees(t->segment[k].half * (since / (t->knot[k + 1].time - t->knot[k].time)), &sine,
                      &cosine);
  out->turn   = quat_mul((Quat){cosine, sine * t->segment[k].axis.x, sine * t->segment[k].axis.y,
                                sine * t->segment[k].axis.z},
                         out->turn);
  out->spin   = vec3_scale(t->segment[k].rate, t->segment[k].axis);
  out->turned = vec3_axpy(out->turned, since, out->spin);
}

/* Axes of the rotations: that of the first attitude, then those of the segments. */
static bool table_axis(const void *self, int k, Vec3 *point, Vec3 *direction)
{
  const Table *t = self;

  *point     = t->pivot;
  *direction = (Vec3){1, 0, 0};
  if (!t->turns || k >= t->n) return false;
  if (k == 0) *direction = (Vec3){t->knot[0].q.x, t->knot[0].q.y, t->knot[0].q.z};
  else *direction = t->segment[k - 1].axis;
  if (!vec3_normalize(direction)) return k + 1 < t->n && table_axis(self, k + 1, point, direction);
  return true;
}

static PrescribedMost table_most(const void *self)
{
  const Table   *t    = self;
  PrescribedMost most = {0, 0};

  for (int k = 0; k < t->n; k++) {
    most.speed = max_real(most.speed, vec3_norm(t->segment[k].velocity));
    most.rate  = max_real(most.rate, t->segment[k].rate);
  }
  return most;
}

const PrescribedMotion prescribed_table = {
  .head    = {.name    = "table",
              .text    = "positions and attitudes of a table, interpolated",
              .source  = "Shoemake 1985, SIGGRAPH '85, 245",
              .options = {table_options}},
  .size    = sizeof(Table),
  .state   = table_state,
  .read    = table_read,
  .release = table_release,
  .at      = table_at,
  .axis    = table_axis,
  .most    = table_most,
};
