/* SPDX-License-Identifier: MIT */
/* Rules of stiffness (elastic.h), contact by contact, not vectorised. */
#include "contact/terms/elastic.h"
#include "options/rows.h"

/* clang-format off */
const Option elastic_options[] = {
  WORD(KEY("stiffness_rule"), "reduced", "reduced yade woo",
      "stiffness from Young's moduli E and radii r: reduced: 2 E R*; yade: 2 E_a r_a E_b r_b / "
      "(E_a r_a + E_b r_b), as of YADE's FrictMat and JaxDEM's cundallstrack; woo: pi min(r)^2 / "
      "(r_a / E_a + r_b / E_b), as of Woo's FrictMat; a wall has the pebble's radius in both"),
  {0},
};
/* clang-format on */

Elastic elastic_read(const LawSource *s)
{
  const char *word = source_word(s, "stiffness_rule");
  Elastic     e    = {.young = {s->a->young, s->b->young}};

  e.rule = strcmp(word, "yade") == 0  ? ELASTIC_YADE
           : strcmp(word, "woo") == 0 ? ELASTIC_WOO
                                      : ELASTIC_REDUCED;
  return e;
}

unsigned elastic_needs(const LawSource *s)
{
  if (elastic_read(s).rule == ELASTIC_REDUCED) return 0;
  if (source_has(s, "stiffness"))
    SOURCE_MISTAKE(s, "stiffness_rule", "has no effect together with stiffness: give one of them");
  return NEEDS_ELASTIC;
}

/* Largest for the stiffer body much smaller, or for equal radii. */
double elastic_most(const Elastic *e)
{
  const double a = e->young[0], b = e->young[1];

  return e->rule == ELASTIC_YADE  ? (a + b) / (2 * min_real(a, b))
         : e->rule == ELASTIC_WOO ? 0.5 * PETSC_PI
                                  : 1;
}

void elastic_gather(const ContactScene *s, const Law *law, const PairList *list,
                    const int32_t *hits, const Tile *t, ContactBatch *b)
{
  const Elastic *e = &law->elastic;

  b->elastic = b->series;
  for (int k = 0; k < b->n; k++) {
    const bool   wall = tile_b_is_flat(t, k);
    const double half = 0.5 * b->gap[k], ra = t->a.lever[k] - half,
                 rb      = wall ? ra : t->b.lever[k] - half;
    const bool   swapped = !wall && s->pebbles->material[list->a[hits[k]]] != law->a;
    const double ea = e->young[swapped], eb = e->young[!swapped], least = min_real(ra, rb);

    b->series[k] = e->rule == ELASTIC_YADE
                     ? 0.5 * (ea + eb) * ra * rb / (ea * ra + eb * rb)
                     : 0.25 * PETSC_PI * least * least * (ea + eb) / (eb * ra + ea * rb);
  }
}
