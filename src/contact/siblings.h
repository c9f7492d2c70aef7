/* SPDX-License-Identifier: MIT */
/* Sibling contacts: those of several pebbles of one body with one other body, or one feature of a wall.
   A law may take its own ones together (contact key `siblings`; what other laws give does not count):

     damped   dashpots given by a damping ratio take as effective mass of a contact that of the body
              when all siblings bear the same force: 1/m = sum over siblings j of n . W_j n_j, W_j n_j the
              velocity that a unit impulse at j causes at the contact; where that is less than 1 over
              the reduced mass, as between walls that face each other, it is that of the contact alone
     shared   also, forces and couples are multiplied by the contact's overlap over the sum of the
              siblings' overlaps, and dashpots keep their ratio: equal siblings are together as stiff as
              one contact, and what begins or ends does so without a jump

   Siblings are found from the poses of the two bodies alone, which every rank that counts one of the
   contacts has. */
#ifndef CONTACT_SIBLINGS_H
#define CONTACT_SIBLINGS_H

#include "contact/geometry.h"

/* Set the effective masses of a batch whose law takes siblings together, after tile_motion, and the factor
   on the forces of each contact: share[batch->n]. */
void siblings_find(const ContactScene *scene, const Law *law, const PairList *list, bool walls,
                   const int32_t *hits, const Tile *tile, ContactBatch *batch, double *share);
/* Multiply the forces, couples and energies (NULL: none) of a batch by these factors. */
void siblings_share(const Law *law, const double *share, ContactBatch *batch, double *energy);

#endif
