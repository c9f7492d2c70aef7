/* SPDX-License-Identifier: MIT */
/* Contacts of the edges and faces of bodies with cylinders and cones that have ends, and with
   tubes:

     SOLID_SIDE  an edge and the outside of the side, where they are nearest to each other
     SOLID_RIM   an edge and the circle at an end, at up to two minima of their distance
     SOLID_ARC   a flat part of the body and the circle: the point of the circle that is nearest to
                 the plane of this part, and those a quarter, half and three quarters of the circle
                 from it, so that a body that lies flat on the circle is borne on all sides

   The energy of each contact is U times a weight, as at crossings of edges (solids.h). The weight
   is 0 where another contact takes over, so that each place counts once, and neither energies nor
   forces jump. With w(t) = 1 - (t / s)^2, s the overlap of the contact and t that of another place,
   >= 0:

     SOLID_SIDE  product of w over the ends of the edge, of w over the places on both circles where
                 the edge is nearest, and of 1 / w over those where it is farthest between two of
                 these
     SOLID_RIM   w(t_left) w(t_right) of the neighbours along the edge: an end, or the maximum of
                 the distance. If there are two minima, s and s', with a maximum b between them,
                 and the ends t and t':
                   w(t) (w(b) + (b / s)^2 f w'(t')),  f = (s^2 - b^2) / (s^2 + s'^2 - 2 b^2)
                 so that the energy of both goes over to that of one where b meets the other
     SOLID_ARC   product, over the edges around the flat part, of the squares of the factors in
                 SOLID_SIDE of the places on this circle; the square keeps forces continuous where
                 a place is no deeper than one on an edge */
#ifndef CONTACT_SOLID_SOLID_RIMS_H
#define CONTACT_SOLID_SOLID_RIMS_H

#include "contact/solid/solid_places.h"

/* Find the place of a contact of these kinds. False: there is no contact; *place is set only if
   there is a place, beyond the end of the side or part. */
bool solid_rim_place(const SolidScene *s, const SolidKey *key, SolidPlace *place);
/* True if a contact may push without a weight. A contact of SOLID_ARC may if its own place on the
   circle is over the flat part; those of all other kinds may always. */
bool solid_rim_bears(const SolidScene *s, const SolidKey *key);
/* The weight of a contact of these kinds, as solid_weigh. */
void solid_rim_weigh(const SolidScene *s, const SolidKey *key, double reach, double gap,
                     SolidWeight *weight);
/* List the contacts of these kinds whose gap may be below `within` (m), with ascending keys. */
void solid_rim_list(const SolidScene *s, double within, SolidPair *pair);

#endif
