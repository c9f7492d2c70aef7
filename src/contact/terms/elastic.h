/* SPDX-License-Identifier: MIT */
/* Stiffness of linear springs from Young's moduli of both bodies, E_a and E_b, and their radii r_a
   and r_b, with E = 2 E_a E_b / (E_a + E_b):

     reduced   2 E R*, R* the reduced radius
     yade      2 E_a r_a E_b r_b / (E_a r_a + E_b r_b): two springs E r in series, times two
     woo       pi min(r_a, r_b)^2 / (r_a / E_a + r_b / E_b): two bars in series

   With yade and woo, r_b = r_a at a wall. All are 2 E times a length, ContactBatch.elastic. */
#ifndef CONTACT_TERMS_ELASTIC_H
#define CONTACT_TERMS_ELASTIC_H

#include "contact/geometry.h"

/* stiffness_rule */
extern const Option elastic_options[];

Elastic elastic_read(const LawSource *source);
/* Columns that the rule needs, for a normal term; a mistake if the law has a stiffness, too. */
unsigned elastic_needs(const LawSource *source);
/* Bound of the length over the reduced radius. */
double elastic_most(const Elastic *elastic);
/* Set ContactBatch.series, and have ContactBatch.elastic point to it. */
void elastic_gather(const ContactScene *scene, const Law *law, const PairList *list,
                    const int32_t *hits, const Tile *tile, ContactBatch *batch);

#endif
