/* SPDX-License-Identifier: MIT */
/* Keys of potentials, and their truncation (potential.h). */
#include "interaction/potential.h"
#include "base/bounds.h"

const Option potential_cutoff[] = {
  {.key  = "cutoff",
   .type = OPTION_REAL,
   .unit = "m",
   .lo   = LENGTH_LEAST,
   .hi   = LENGTH_MOST,
   .help = "distance of the centres beyond which pebbles do not interact"},
  {.key      = "truncation",
   .type     = OPTION_WORD,
   .choices  = "cut energy force",
   .fallback = "cut",
   .help = "at the cutoff; cut: energy and force jump to 0; energy: the energy is shifted to 0; "
           "force: energy and force are shifted to 0"},
  {NULL},
};

void truncation_set(Truncation *t, double cutoff, const char *word, const void *self,
                    PairFunction energy_at, PairFunction push_at)
{
  t->cutoff  = cutoff;
  t->cutoff2 = cutoff * cutoff;
  t->shift   = strcmp(word, "cut") != 0 ? energy_at(self, t->cutoff2) : 0;
  t->slope   = strcmp(word, "force") == 0 ? cutoff * push_at(self, t->cutoff2) : 0;
}

void truncation_read(Truncation *t, const InteractionSource *s, const void *self,
                     PairFunction energy_at, PairFunction push_at)
{
  truncation_set(t, option_real(s->options, "interaction", s->name, "cutoff"),
                 option_word(s->options, "interaction", s->name, "truncation"), self, energy_at,
                 push_at);
}
