/* SPDX-License-Identifier: MIT */
/* Squeeze of clumps by their contacts (squeeze.h). */
#include "contact/solid/squeeze.h"
#include "base/bounds.h"

static void add_one(Accumulator *to, int32_t row, double value, double *most)
{
  if (row < 0 || !(fabs(value) <= WORK_MOST)) return; /* a force beyond bounds is noted elsewhere */
  loads_add(&to->sum[row], quanta(value, to->quantum.inverse));
  *most = max_real(*most, fabs(value));
}

void squeeze_add(const ContactScene *s, const Tile *t, const ContactBatch *b, Loads *loads,
                 ContactReport *report)
{
  Accumulator *to = s->clumps->squeeze ? loads_find(loads, "squeeze") : NULL;

  for (int k = 0; to && k < b->n; k++) {
    const Vec3 f = {b->fx[k], b->fy[k], b->fz[k]}, a = {t->arm_ax[k], t->arm_ay[k], t->arm_az[k]},
               c = {t->arm_bx[k], t->arm_by[k], t->arm_bz[k]};
    double *most = &report->largest_more[to - loads->more];

    add_one(to, t->a[k], vec3_dot(a, f), most);
    add_one(to, t->b[k], -vec3_dot(c, f), most);
  }
}

void squeeze_find(Clumps *c, Loads *loads)
{
  const Accumulator *from = c->squeeze ? loads_find(loads, "squeeze") : NULL;

  for (PetscInt a = 0; from && a < c->n_owned; a++) {
    c->squeeze[a] = (double)from->sum[a] * from->quantum.quantum;
    from->sum[a]  = 0;
  }
}
