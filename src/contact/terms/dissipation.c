/* SPDX-License-Identifier: MIT */
/* Heat from dissipation: the two bodies are heated by the energy that the other terms of the law
   lose, by friction, dashpots, plastic springs and adhesion that tears off. In the time dt of a
   step a contact loses

     P dt - (U - U_before)

   P: power that its force and couple take from the bodies; U: energy that its terms store, as in
   the account of energies (term_work.h). No term needs to know what it loses, and what has been
   lost when the contact is over is what the bodies lack, to the error of the step. As a flow acts
   from half a step before the evaluation to half a step after it, the rate of U is that of the
   backward difference of second order, (3 U - 4 U_before + U_before_that) / 2 dt.

   In a step after which the contact is likely to be gone, all that it still stores is lost. */
#include "contact/law.h"
#include "options/rows.h"

typedef struct {
  double fraction; /* of what is lost */
  double keeps;    /* 0: contacts that do not touch are shown to it, too */
} Dissipation;

/* clang-format off */
static const Option dissipation_options[] = {
  REAL(KEY_IN("dissipation_fraction", Dissipation, fraction), "1", "1", UNIT_INTERVAL,
      "part of what the contact loses that the bodies get, half each; all of it goes to the body "
      "at a wall without a value"),
  {0},
};
/* clang-format on */

/* counted: what of U has been subtracted so far; is_counted: 0 of contacts that are new to this
   term */
static const MemoryField dissipation_memory[] = {
  {"stored", "J", 1}, {"counted", "J", 1}, {"is_counted", "1", 1}, {0}};
enum { STORED, COUNTED, IS_COUNTED };

/* True if a contact that is new to this term was there before, so that what it stores has not been
   taken from the bodies in this step: at the start of a run, in one that goes on under another law,
   and where a body passes from one face of a surface to the next. */
static bool is_older(const ContactBatch *b, int k)
{
  const bool known = (b->law->keeps > 0 ? b->kept[k] : b->known[k]) > 0;

  return known || !(b->dt_before > 0) ||
         -b->gap[k] > 2 * max_real(0, b->approach[k]) * b->dt_before;
}

static bool is_last(const ContactBatch *b, int k)
{
  return b->gap[k] - b->dt * b->approach[k] > b->law->keeps;
}

static double power(const ContactBatch *b, int k)
{
  double p = vec3_dot(batch_force(b, k), batch_velocity(b, k));

  if (b->law->gives & GIVES_COUPLE) p += vec3_dot(batch_couple(b, k), batch_spin(b, k));
  return -p;
}

static void dissipation_apply(const void *self, ContactBatch *b)
{
  const double fraction = ((const Dissipation *)self)->fraction;
  double(*m)[TILE]      = b->memory;
  double energy[TILE]   = {0};

  law_stored(b->law, SLOTS_ALL, true, b, energy);
  b->memory = m;
  for (int k = 0; k < b->n; k++) {
    const double share = b->share ? b->share[k] : 1, now = share * energy[k];
    double       count;

    if (!(m[IS_COUNTED][k] > 0)) m[STORED][k] = m[COUNTED][k] = is_older(b, k) ? now : 0;
    count            = is_last(b, k) ? 0 : 1.5 * now - 0.5 * m[STORED][k];
    b->gain[k]       = fraction * (share * power(b, k) - (count - m[COUNTED][k]) / b->dt);
    m[STORED][k]     = now;
    m[COUNTED][k]    = count;
    m[IS_COUNTED][k] = 1;
  }
}

#define DISSIPATION_TERM(NAME, TEXT, QUANTITY) \
  { \
    .head = {.name = NAME, .text = TEXT, .options = {dissipation_options}}, \
    .slot = SLOT_DISSIPATION, .size = sizeof(Dissipation), .memory = dissipation_memory, \
    .gives = GIVES_FLOW | GIVES_GAIN, .quantity = QUANTITY, .apply = dissipation_apply, \
    .keeps = TERM_PART(Dissipation, keeps) \
  }

const ContactTerm dissipation_temperature =
  DISSIPATION_TERM("temperature", "what friction, dashpots and plasticity lose heats the bodies.",
                   &quantity_temperature);
const ContactTerm dissipation_internal_energy = DISSIPATION_TERM(
  "internal_energy", "it goes to the internal energy of the bodies.", &quantity_internal_energy);
