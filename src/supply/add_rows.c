/* SPDX-License-Identifier: MIT */
/* Clumps that a host adds (add_rows.h): checked, then they wait for a moment, and enter. */
#include "supply/add_rows.h"
#include "base/bounds.h"
#include "base/mail.h"
#include "base/random.h"
#include "matter/waiting.h"
#include "measure/energy/ledger.h"
#include "motion/reflect.h"
#include "space/domain.h"
#include "supply/population/population_internal.h"
#include "wall/wall.h"

/* ---- templates ---- */

static bool is_wall_body(const World *w, int template)
{
  for (int k = 0; k < w->walls->n; k++)
    if (w->walls->list[k].carried && w->walls->list[k].template == template) return true;
  return false;
}

int add_rows_template(const World *w, const char *name)
{
  const int template = templates_find(w->templates, name);

  return template >= 0 && !is_wall_body(w, template) ? template : -1;
}

void add_rows_templates(const World *w, Text *text)
{
  for (int t = 0; t < w->templates->n; t++)
    if (!is_wall_body(w, t)) text_add(text, " %s", w->templates->list[t].name);
}

/* ---- sizes ---- */

/* Smallest and largest scale of this template that the run knows; hi < lo: none. Collective. */
static PetscErrorCode known_scales(const World *w, int template, double *lo, double *hi)
{
  const Clumps *all[]   = {w->clumps, w->waiting->clumps, w->extremes};
  double        ends[2] = {-INFINITY, -INFINITY};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      if (all[k]->template[a] != template || clump_is_gone(all[k], a)) continue;
      ends[0] = max_real(ends[0], -all[k]->scale[a]);
      ends[1] = max_real(ends[1], all[k]->scale[a]);
    }
  PetscCall(parallel_max(w->par, ends, 2));
  *lo = -ends[0];
  *hi = ends[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note a scale that is beyond those that the run knows. number: of the row, over all ranks. */
static void check_scale(const char *name, double scale, double lo, double hi, int64_t number,
                        IdFault *fault)
{
  const char *cure = "let an inlet of the scenario have them, which may wait (start: 1e9)";

  if (scale >= lo * (1 - 1e-12) && scale <= hi * (1 + 1e-12)) return;
  if (lo <= hi)
    id_fault(fault, number,
             "clump number %" PRId64 " of those added has the scale %g; allowed: those of clumps "
             "of template %s that the run knows, %g to "
             "%g. For others %s",
             number, scale, name, lo, hi, cure);
  else
    id_fault(fault, number,
             "clump number %" PRId64 " of those added is of template %s, of which the run knows no "
             "clump, so that its time step and lists "
             "are not made for it: %s",
             number, name, cure);
}

/* ---- rows ---- */

enum { WHY = 256 };

static Vec3 vector(const double (*of)[3], int64_t k)
{
  return of ? vec3(of[k][0], of[k][1], of[k][2]) : vec3(0, 0, 0);
}

static Quat attitude(const double (*of)[4], int64_t k)
{
  return of ? (Quat){of[k][0], of[k][1], of[k][2], of[k][3]} : quat_identity();
}

static bool fits(Vec3 v, double most)
{
  return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

/* Write the fault of the numbers of row k, "": there is none. */
static void wrong_numbers(const World *w, const AddedRows *rows, int64_t k, char why[WHY])
{
  const Vec3 x = vector(rows->position, k), v = vector(rows->velocity, k),
             spin = vector(rows->spin, k);
  const Quat q    = attitude(rows->orientation, k);

  why[0] = '\0';
  if (!fits(x, LENGTH_MOST)) snprintf(why, WHY, "a position that is not finite, or beyond 1e30 m");
  else if (!fits(v, SPEED_MOST))
    snprintf(why, WHY, "a velocity that is not finite, or beyond 1e30 m/s");
  else if (!fits(spin, SPIN_MOST))
    snprintf(why, WHY, "an angular velocity that is not finite, or beyond 1e30 rad/s");
  else if (!(fabs(quat_norm(q) - 1) < 1e-6))
    snprintf(why, WHY,
             "the orientation (%g, %g, %g, %g) of length %g; allowed: w, x, y, z of length 1", q.w,
             q.x, q.y, q.z, quat_norm(q));
  else if (w->dimension == 2 &&
           (x.z != 0 || v.z != 0 || spin.x != 0 || spin.y != 0 || q.x != 0 || q.y != 0))
    snprintf(why, WHY,
             "numbers that leave the plane; in two dimensions z of its position and velocity, and "
             "x and y of its turns are 0");
  else if (!domain_in_range(w->domain, x) ||
           domain_has_left(w->domain, domain_wrapped(w->domain, grid_round3(w->domain, x))))
    snprintf(why, WHY,
             "its centre at (%g, %g, %g) m, outside the domain; allowed: between lo and hi of "
             "section domain",
             x.x, x.y, x.z);
}

/* Append row k to clumps. */
static void add(const World *w, int template, const AddedRows *rows, int64_t k, Clumps *to)
{
  const Template *t  = &w->templates->list[template];
  const PetscInt row = clumps_add(to, w->templates, -1, template, rows->scale ? rows->scale[k] : 1);
  const Quat     q   = quat_normalized(quat_mul(attitude(rows->orientation, k), t->mass.axes));
  const Vec3     x   = grid_round3(w->domain, vector(rows->position, k));

  population_place(to, row, domain_wrapped(w->domain, x), q,
                   (Start){.v = vector(rows->velocity, k), .w = vector(rows->spin, k)});
  to->pose[row].scale = to->scale[row];
  start_values_fill_in(w->templates, to, row);
}

/* Make the rows of this rank; first: the number of its first one over all ranks. */
static void make_rows(const World *w, int template, const AddedRows *rows, int64_t first,
                      const double known[2], Clumps *to, IdFault *fault)
{
  const Template *t = &w->templates->list[template];

  for (int64_t k = 0; k < rows->n; k++) {
    const double scale = rows->scale ? rows->scale[k] : 1;
    char         wrong[WHY];
    int          axis;

    wrong_numbers(w, rows, k, wrong);
    if (wrong[0])
      id_fault(fault, first + k, "clump number %" PRId64 " of those added has %s", first + k,
               wrong);
    check_scale(t->name, scale, known[0], known[1], first + k, fault);
    if (fault->found) return;
    add(w, template, rows, k, to);
    if (!reflect_holds(w, to, to->n_owned - 1, &axis))
      id_fault(fault, first + k,
               "clump number %" PRId64
               " of those added has a pebble outside the reflecting faces of the domain along %c",
               first + k, "xyz"[axis]);
    if (!(SPEED_MOST >= vec3_norm(vector(rows->spin, k)) * t->bound * scale))
      id_fault(fault, first + k,
               "clump number %" PRId64 " of those added has a surface faster than 1e30 m/s",
               first + k);
  }
}

/* ---- ids ---- */

typedef struct {
  Id      id;
  int64_t number; /* of the row */
} Claim;

static int compare_claims(const void *a, const void *b)
{
  const Claim *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return p->number < q->number ? -1 : p->number > q->number;
}

/* Note ids that are given twice. Collective. */
static PetscErrorCode check_once(const World *w, const AddedRows *rows, int64_t first,
                                 IdFault *fault)
{
  Mail    *mail;
  Claim   *claims;
  PetscInt n;

  PetscFunctionBeginUser;
  mail_create(w->par, &mail);
  for (int64_t k = 0; k < rows->n; k++) {
    const Claim claim = {.id = rows->id[k], .number = first + k};

    if (claim.id != -1)
      mail_post(mail, (int)(mix_bits((uint64_t)claim.id) % (uint64_t)w->par->size), &claim,
                sizeof claim);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *claims, &claims, &n);
  mail_destroy(&mail);
  sort_items(claims, n, sizeof *claims, compare_claims);
  for (PetscInt k = 1; k < n; k++)
    if (claims[k].id == claims[k - 1].id)
      id_fault(fault, claims[k].number,
               "clumps number %" PRId64 " and %" PRId64 " of those added have the same id %" PRId64,
               claims[k - 1].number, claims[k].number, claims[k].id);
  array_free(&claims);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the ids that are given, and find the first one to be given to others. Collective. */
static PetscErrorCode check_ids(const World *w, const AddedRows *rows, int64_t first,
                                IdFault *fault, int64_t *next)
{
  const int64_t used = w->account->next_id;
  int64_t       most = used - 1;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < rows->n; k++) {
    const Id id = rows->id[k];

    if (id != -1 && (id < used || id >= INT64_MAX / 2))
      id_fault(fault, first + k,
               "clump number %" PRId64 " of those added has the id %" PRId64
               "; allowed: -1, for the next free one, or %" PRId64
               " and more, as lower ones have been used, below 2^62",
               first + k, id, used);
    else most = max_int(most, id);
  }
  PetscCall(check_once(w, rows, first, fault));
  PetscCall(parallel_max_int(w->par, &most, 1));
  *next = most + 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give ids to the rows, and count them. Collective. */
static PetscErrorCode give_ids(World *w, const AddedRows *rows, int64_t next, Clumps *to)
{
  int64_t free = 0, offset, total, all = rows->n;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < rows->n; k++) free += rows->id[k] == -1;
  PetscCall(parallel_offset(w->par, free, &offset, &total));
  PetscCall(parallel_sum_int(w->par, &all, 1));
  for (int64_t k = 0; k < rows->n; k++) {
    if (rows->id[k] == -1) rows->id[k] = next + offset++;
    to->id[k] = rows->id[k];
  }
  w->account->next_id = next + total;
  w->account->inserted += all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all of it ---- */

PetscErrorCode add_rows(World *w, int template, const AddedRows *rows, IdFault *fault, bool *good)
{
  const double now = clock_time(w->clock);
  int64_t      first, total, next;
  double       known[2] = {0, 0};
  Clumps      *made;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(w->par, rows->n, &first, &total));
  PetscCall(known_scales(w, template, &known[0], &known[1]));
  PetscCall(clumps_create(&made));
  made->templates = w->templates;
  PetscCall(clumps_use(made, clumps_used(w->clumps)));
  for (int q = 0; q < QUANTITIES; q++) made->quantity[q].grain = w->clumps->quantity[q].grain;
  make_rows(w, template, rows, first, known, made, fault);
  PetscCall(id_fault_agree(w->par, fault, good));
  next = 0;
  if (*good) PetscCall(check_ids(w, rows, first, fault, &next));
  if (*good) PetscCall(id_fault_agree(w->par, fault, good));
  if (*good && total > 0) {
    PetscCall(give_ids(w, rows, next, made));
    for (PetscInt a = 0; a < made->n_owned; a++) waiting_add(w->waiting, made, a, now);
    PetscCall(world_settle(w));
    PetscCall(world_enter(w));
  }
  clumps_destroy(&made);
  PetscFunctionReturn(PETSC_SUCCESS);
}
