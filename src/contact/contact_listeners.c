/* SPDX-License-Identifier: MIT */
#include "contact/contact_listeners.h"

PetscErrorCode contact_listeners_add(ContactListeners *all, const ContactListener *listener)
{
  PetscFunctionBeginUser;
  PetscCheck(all->n < LISTENERS_MOST, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more than %d outputs and measurements of contacts", LISTENERS_MOST);
  all->list[all->n++] = *listener;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void contact_listeners_stop(ContactListeners *all)
{
  all->n   = 0;
  all->any = false;
}

void contact_listeners_begin(ContactListeners *all, const Clock *clock)
{
  all->any = false;
  for (int k = 0; k < all->n; k++) {
    const ContactListener *one = &all->list[k];

    all->due[k] = beat_falls(&one->beat, clock, clock->step) || clock->step == one->also;
    all->any    = all->any || all->due[k];
    if (all->due[k]) one->begin(one->self);
  }
}

/* Pass contacts on to the listeners that are due; far: to those that ask for pairs of
   interactions. */
static void pass(const ContactListeners *all, bool far, const ContactSeen *seen, int n)
{
  for (int k = 0; k < all->n; k++)
    for (int i = 0; i < n && all->due[k] && (all->list[k].far || !far); i++)
      all->list[k].see(all->list[k].self, &seen[i]);
}

static void pass_on(void *self, const ContactSeen *seen, int n)
{
  pass(self, false, seen, n);
}

static void pass_far(void *self, const ContactSeen *seen, int n)
{
  pass(self, true, seen, n);
}

ContactVisitor contact_listeners_visitor(ContactListeners *all, bool far)
{
  return (ContactVisitor){all, far ? pass_far : pass_on};
}

bool contact_listeners_ask_far(const ContactListeners *all)
{
  for (int k = 0; k < all->n; k++)
    if (all->due[k] && all->list[k].far) return true;
  return false;
}

void contact_listeners_end(ContactListeners *all, const Clumps *clumps)
{
  for (int k = 0; k < all->n; k++)
    if (all->due[k] && all->list[k].end) all->list[k].end(all->list[k].self, clumps);
}
