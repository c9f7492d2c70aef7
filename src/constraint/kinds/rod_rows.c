/* SPDX-License-Identifier: MIT */
/* Places and sums of corrections as rows (rods.h). */
#include "constraint/apply.h"
#include "constraint/kinds/rods.h"

void rod_rows_free(RodRows *k)
{
  array_free(&k->rows.x);
  array_free(&k->rows.rest);
  array_free(&k->rows.began);
  array_free(&k->rows.sum);
  array_free(&k->foreseen);
  array_free(&k->left);
  array_free(&k->run);
  *k = (RodRows){0};
}

/* Make room for rows, set to 0. Rows that no link asks for stay 0, as some are sent. */
static void reserve(RodRows *k, PetscInt n)
{
  arrays_reserve(
    n, &k->n, 3,
    (ArrayPart[]){ARRAY_PART(k->rows.x), ARRAY_PART(k->rows.rest), ARRAY_PART(k->rows.sum)});
  arrays_reserve(n / CLUMPS_TILE + 1, &k->n_tiles, 2,
                 (ArrayPart[]){ARRAY_PART(k->foreseen), ARRAY_PART(k->left)});
}

/* Find the runs of consecutive rows that links ask for. */
static void find_runs(RodRows *k, const Needs *needs)
{
  PetscInt n = 0;

  array_reserve(&k->run, sizeof *k->run, needs->n_given, &k->runs_capacity);
  for (PetscInt i = 0; i < needs->n_given; i++) {
    const PetscInt a = needs->given[i].row;

    if (n > 0 && a < k->run[n - 1][1]) continue;
    if (n > 0 && a == k->run[n - 1][1]) k->run[n - 1][1]++;
    else {
      k->run[n][0]   = a;
      k->run[n++][1] = a + 1;
    }
  }
  k->n_runs = n;
}

void rod_rows_begin(Constraints *c, const ConstraintScene *s)
{
  RodRows *k = &c->rows;

  if (k->version != s->links->version) { /* rows change with the links */
    if (s->clumps->n > k->n) array_free(&k->rows.began);
    reserve(k, (PetscInt)max_int(s->clumps->n, 1)); /* messages have the addresses of row 0 */
    find_runs(k, &s->links->needs);
    /* also in rows that held copies */
    if (k->n > 0) memset(k->rows.sum, 0, (size_t)k->n * sizeof *k->rows.sum);
    k->version = s->links->version;
  }
  if (c->rods.n_others == 0) array_free(&k->rows.began);
  else if (!k->rows.began) /* other pairs change the poses */
    array_create(&k->rows.began, sizeof *k->rows.began, (size_t)k->n);
  if (k->n_tiles > 0) memset(k->foreseen, 0, (size_t)k->n_tiles * sizeof *k->foreseen);
}

/* ---- motion ---- */

/* End of the part of a run from row a on that lies in one tile. */
static inline PetscInt part_end(PetscInt a, PetscInt end)
{
  return (PetscInt)min_int((a / CLUMPS_TILE + 1) * CLUMPS_TILE, end);
}

static inline bool is_foreseen(const RodRows *k, PetscInt a)
{
  return k->foreseen[a / CLUMPS_TILE];
}

/* Copy the places of rows from .. to - 1, which have moved. */
static void take_places(Constraints *c, const ConstraintScene *s, PetscInt from, PetscInt to)
{
  const uint64_t plane = s->domain->dimension == 2 ? BLOCK_X | BLOCK_Y : BLOCK_MOVE;
  const RodRows *k     = &c->rows;

  for (PetscInt r = 0; r < k->n_runs; r++) {
    const PetscInt first = (PetscInt)max_int(from, k->run[r][0]),
                   last  = (PetscInt)min_int(to, k->run[r][1]);

    if (first >= last) continue;
    corrected_take(&k->rows, s->clumps, first, last - first, plane | BLOCK_BODY_MOVE);
    for (PetscInt a = first; s->clumps->anchor_q && a < last; a++)
      if (clump_is_driven(s->clumps, a)) k->rows.x[a][3] = 0;
  }
}

/* Mark the tiles all of whose rows are in a run: only their places are needed until all corrections
   are known. */
static void foresee(Constraints *c, const ConstraintScene *s)
{
  const RodRows *k = &c->rows;

  if (c->rods.n_others > 0) return;
  for (PetscInt r = 0; r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0]; a < k->run[r][1]; a = part_end(a, k->run[r][1]))
      if (a % CLUMPS_TILE == 0 && a + CLUMPS_TILE <= k->run[r][1])
        k->foreseen[a / CLUMPS_TILE] =
          corrected_foresee(s->clumps, s->motion, a, s->loads, &k->rows);
}

/* Number of rows that move before their places are noted: few enough to stay in the second-level
   cache. */
enum { MOVED_AT_ONCE = 16 * CLUMPS_TILE };

void rod_rows_move(Constraints *c, const ConstraintScene *s, MotionReport *report)
{
  const RodRows *k = &c->rows;
  const PetscInt n = s->clumps->n_owned;

  if (s->motion) foresee(c, s);
  for (PetscInt from = 0, to; from < n; from = to) {
    to = part_end(from, n);
    if (is_foreseen(k, from)) continue;
    while (to < n && to - from < MOVED_AT_ONCE && !is_foreseen(k, to)) to = part_end(to, n);
    if (s->motion) motion_start(s->clumps, s->motion, from, to, s->loads, report);
    take_places(c, s, from, to);
  }
}

/* ---- sweeps ---- */

static CorrectedStep step_of(const Constraints *c, const ConstraintScene *s)
{
  return corrected_begin(s->domain, c->move.quantum, s->dt, s->last);
}

PetscErrorCode rod_rows_renew(Constraints *c, const ConstraintScene *s)
{
  double(*x)[4]    = c->rows.rows.x;
  const Clumps *of = s->clumps;

  PetscFunctionBeginUser;
  PetscCall(halo_renew_rows(s->halo, of, 3, x));
  for (PetscInt a = of->n_owned; a < of->n; a++) {
    const Vec3 to = domain_shifted(s->domain, vec3(x[a][0], x[a][1], x[a][2]), of->shift[a]);

    memcpy(x[a], &to, sizeof to);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void rod_rows_lend(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  for (PetscInt i = 0; i < 2 * set->n; i++) {
    const int32_t a = set->ends[i / 2].row[i % 2];

    if (a < 0 || !c->rods.others[i / 2]) continue;
    memcpy(&s->clumps->pose[a].x, c->rows.rows.x[a], sizeof s->clumps->pose[a].x);
  }
}

void rod_rows_take(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  for (PetscInt i = 0; i < 2 * set->n; i++) {
    const int32_t a = set->ends[i / 2].row[i % 2];

    if (a < 0 || !c->rods.others[i / 2]) continue;
    for (int e = 0; e < 3; e++)
      loads_add(&c->rows.rows.sum[a][e],
                s->loads->sum[(size_t)a * LOAD_PARTS + LOAD_FORCE + (size_t)e]);
    loads_clear_rows(s->loads, a, a + 1);
  }
}

PetscErrorCode rod_rows_follow(Constraints *c, const ConstraintScene *s, bool last)
{
  const CorrectedStep step  = step_of(c, s);
  const RodRows      *k     = &c->rows;
  const PetscInt      owned = s->clumps->n_owned, held = s->clumps->n - owned;

  PetscFunctionBeginUser;
  PetscCall(halo_sum_rows(s->halo, s->clumps, 3, 4, &k->rows.sum[0][0]));
  if (held > 0)
    memset(k->rows.sum + owned, 0, (size_t)held * sizeof *k->rows.sum); /* may be owned later */
  reactions_add_rows(c, s);
  for (PetscInt i = 0; i < c->n; i++) { /* by their poses: what is blocked or follows a motion */
    const PetscInt a   = c->body[i].row;
    int64_t       *sum = k->rows.sum[a];

    apply_body(c, s, &c->body[i], (int64_t[LOAD_PARTS]){sum[0], sum[1], sum[2]}, true);
    memcpy(k->rows.x[a], &s->clumps->pose[a].x, sizeof(Vec3));
    memcpy(k->rows.rest[a], &s->clumps->motion[a].rest, sizeof(Vec3));
    sum[0] = sum[1] = sum[2] = 0;
  }
  for (PetscInt r = 0; r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0], to; a < k->run[r][1]; a = to) {
      to = part_end(a, k->run[r][1]);
      if (!(last && is_foreseen(k, a))) corrected_drift(&k->rows, &step, a, to - a);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the end ---- */

/* End the step of rows a .. to - 1 of a tile. The rows in the mask `left` have not moved yet: they
   may have left the domain, or be out of bounds. */
static void end_part(const Constraints *c, const ConstraintScene *s, PetscInt a, PetscInt to,
                     uint32_t left, MotionReport *report, Travel *more, Sum *taken)
{
  const CorrectedRows *rows = &c->rows.rows;

  for (PetscInt row = a; left && row < to; row++) {
    ConstraintBody b;

    if (!(left >> (row - a) & 1)) continue;
    b = apply_began(s->clumps, row);
    if (rows->began) memcpy(&b.x, rows->began[row], sizeof b.x);
    memcpy(&s->clumps->pose[row].x, rows->x[row], sizeof(Vec3));
    memcpy(&s->clumps->motion[row].rest, rows->rest[row], sizeof(Vec3));
    apply_end_body(c, s, &b, false, report, more, taken);
  }
  if (s->motion && s->motion->pebbles && (left || !is_foreseen(&c->rows, a)))
    pebbles_place(s->motion->pebbles, s->clumps, a, to, s->domain->magic);
}

void rod_rows_end(const Constraints *c, const ConstraintScene *s, MotionReport *report,
                  Travel *more, Sum *taken)
{
  const CorrectedStep step = step_of(c, s);
  const RodRows      *k    = &c->rows;
  CorrectedWays       ways = {0};
  CorrectedTile       tile;

  if (s->motion)
    corrected_move(s->clumps, s->motion, s->loads, &k->rows, &step,
                   &(CorrectedMove){k->foreseen, k->left, &ways, taken, report});
  for (PetscInt r = 0; r < k->n_runs; r++)
    for (PetscInt a = k->run[r][0], to; a < k->run[r][1]; a = to) {
      uint32_t left = k->left[a / CLUMPS_TILE];

      to = part_end(a, k->run[r][1]);
      if (!is_foreseen(k, a)) {
        left = corrected_end(&k->rows, &step, s->clumps, a, (int)(to - a), &tile);
        corrected_note(&tile, (int)(to - a), s->clumps->mass + a, &ways, taken);
      }
      end_part(c, s, a, to, left, report, more, taken);
    }
  *more = travel_join(*more, corrected_travel(&ways));
}
