/* SPDX-License-Identifier: MIT */
/* Properties of a contact law that follow from those of its two materials. */
#ifndef CONTACT_MIXING_H
#define CONTACT_MIXING_H

#include "matter/template.h"
#include "options/options.h"

/* mixing */
extern const Option mixing_options[];

/* Mean of two values by a word of mixing; exactly a if they are equal. */
double mixing_mean(const char *word, double a, double b);

/* Set every property (property_options) that the law needs and does not give to the mean of those of
   its materials. Note a mistake if one of them lacks it. */
PetscErrorCode mixing_apply(Options *options, const char *law, const Material *a,
                            const Material *b);

#endif
