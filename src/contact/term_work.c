/* SPDX-License-Identifier: MIT */
/* Work of each term of the contact laws (term_work.h). */
#include "contact/term_work.h"
#include "base/bounds.h"

_Static_assert(WORK_NORMAL == (int)SLOT_NORMAL && WORK_COHESION == (int)SLOT_COHESION &&
                 WORK_TANGENTIAL == (int)SLOT_TANGENTIAL && WORK_ROLLING == (int)SLOT_ROLLING &&
                 WORK_TWISTING == (int)SLOT_TWISTING,
               "kinds of work begin with the slots of forces and couples");

/* ---- making ---- */

void term_work_create(const Laws *laws, TermWork **work)
{
  TermWork *w;

  array_create(work, sizeof **work, 1);
  w             = *work;
  w->n_undamped = laws->n * SLOTS;
  array_create(&w->undamped, sizeof *w->undamped, w->n_undamped);
  array_create(&w->kept, sizeof *w->kept, laws->memory);
  array_create(&w->tried, sizeof *w->tried, laws->memory);
  for (int k = 0; k < laws->n; k++)
    for (int t = 0; t < laws->list[k].n_terms; t++) {
      const ContactTerm *term = laws->list[k].terms[t];
      char              *undamped; /* a copy of the constants without the dashpot */

      w->slots |= 1u << term->slot;
      if (term->dashpot.size == 0) continue;
      w->damps = true;
      array_create(&undamped, 1, term->size);
      memcpy(undamped, laws->list[k].constants[t], term->size);
      memset(undamped + term->dashpot.offset, 0, term->dashpot.size);
      w->undamped[k * SLOTS + t] = undamped;
    }
}

void term_work_destroy(TermWork **work)
{
  if (!*work) return;
  for (int k = 0; k < (*work)->n_undamped; k++) array_free(&(*work)->undamped[k]);
  array_free(&(*work)->undamped);
  array_free(&(*work)->kept);
  array_free(&(*work)->tried);
  array_free(work);
}

void term_work_clear(TermWork *w)
{
  for (int k = 0; k < WORK_KINDS; k++) sum_clear(&w->sum[k]);
}

/* ---- a batch ---- */

/* Values of the columns that a term adds to. */
typedef struct {
  double column[ADDED][TILE];
} Added;

/* back: from `added` to the batch. */
static void copy_added(ContactBatch *b, Added *added, bool back)
{
  double *at[ADDED];

  batch_added(b, at);
  for (int c = 0; c < ADDED; c++)
    memcpy(back ? at[c] : added->column[c], back ? added->column[c] : at[c],
           (size_t)b->n * sizeof(double));
}

/* Work of the force and couple of the batch less those before, J. */
static void find_work(const Law *law, const ContactBatch *b, const Added *before, double half,
                      double *work)
{
  const bool couples = law->gives & GIVES_COUPLE;

  for (int k = 0; k < b->n; k++) {
    const Vec3 force  = {before->column[2][k], before->column[3][k], before->column[4][k]},
               couple = {before->column[5][k], before->column[6][k], before->column[7][k]};

    work[k] = -half * vec3_dot(vec3_sub(batch_force(b, k), force), batch_velocity(b, k));
    if (couples) work[k] -= half * vec3_dot(vec3_sub(batch_couple(b, k), couple), batch_spin(b, k));
  }
}

/* Work of term t without its dashpot; the batch and the term's memory stay as they are. */
static void find_undamped(TermWork *w, const Law *law, int t, const void *constants, double half,
                          ContactBatch *b, Added *before, double *work)
{
  const size_t bytes = (size_t)b->n * sizeof(double);
  double      *flow  = law->exchange[t] >= 0 ? b->exchanges[law->exchange[t]].flow : NULL;
  double       flowed[TILE];

  for (int c = 0; c < law->columns[t]; c++) memcpy(w->kept[c], b->memory[c], bytes);
  if (flow) memcpy(flowed, flow, bytes);
  law_apply_term(law, t, constants, b);
  find_work(law, b, before, half, work);
  copy_added(b, before, true);
  if (flow) memcpy(flow, flowed, bytes);
  for (int c = 0; c < law->columns[t]; c++) {
    memcpy(w->tried[c], b->memory[c], bytes);
    memcpy(b->memory[c], w->kept[c], bytes);
  }
}

/* True if contact k slides, after both evaluations of term t. */
static bool slides(const TermWork *w, const Law *law, int t, const ContactBatch *b, int k)
{
  bool differs = false;

  if (1u << law->terms[t]->slot & SLOTS_ALONG) return false;
  for (int c = 0; c < law->columns[t]; c++) differs |= w->tried[c][k] != b->memory[c][k];
  return differs;
}

void term_work_apply(TermWork *w, const Laws *laws, const Law *law, double half, ContactBatch *b)
{
  void *const *undamped = w->undamped + (law - laws->list) * SLOTS;

  memset(w->work, 0, sizeof w->work);
  law_apply_begin(law, b);
  for (int t = 0; t < law->n_terms; b->memory += law->columns[t++]) {
    const Slot slot = law->terms[t]->slot;
    double     spring[TILE], all[TILE];
    Added      before;

    copy_added(b, &before, false);
    if (undamped[t]) find_undamped(w, law, t, undamped[t], half, b, &before, spring);
    law_apply_term(law, t, law->constants[t], b);
    if (slot > SLOT_TWISTING) continue; /* flows do no work */
    find_work(law, b, &before, half, all);
    for (int k = 0; k < b->n; k++) {
      const bool split = undamped[t] && !slides(w, law, t, b, k);

      w->work[slot][k] = split ? spring[k] : all[k];
      if (split) w->work[WORK_DASHPOTS][k] += all[k] - spring[k];
    }
  }
}

/* A work beyond bounds stops the run elsewhere (evaluate.h). */
static void add_one(Sum *sum, double work)
{
  if (fabs(work) <= WORK_MOST) sum_add(sum, work);
}

void term_work_add(TermWork *w, int n, const double *share)
{
  for (int kind = 0; kind < WORK_OF_CONTACTS; kind++)
    for (int k = 0; k < n; k++)
      if (w->work[kind][k] != 0) add_one(&w->sum[kind], (share ? share[k] : 1) * w->work[kind][k]);
}

void term_work_push(TermWork *w, const double *energy, double by, double half,
                    const ContactBatch *b)
{
  for (int slot = 0; slot < WORK_SLOTS; slot++)
    add_one(&w->sum[slot], half * b->approach[0] * by * energy[slot]);
}

void term_work_energies(const Law *law, ContactBatch *b, double energy[WORK_SLOTS])
{
  for (int slot = 0; slot < WORK_SLOTS; slot++) {
    double one[TILE] = {0};

    law_energy(law, 1u << slot, b, one);
    energy[slot] = one[0];
  }
}

Sum *term_work_sum(Contacts *c, WorkKind kind)
{
  return c->term_work ? &c->term_work->sum[kind] : &c->work;
}
