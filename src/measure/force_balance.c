/* SPDX-License-Identifier: MIT */
/* The balance of forces (force_balance.h). */
#include "measure/force_balance.h"

/* True if the forces on an owned row count. */
static bool counts(const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && (c->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE &&
         !clump_is_driven(c, a);
}

void force_balance_sum(ForceBalance *balance, const Clumps *c, const Loads *loads, Vec3 gravity)
{
  if (!balance->asked) return;
  sum_clear(&balance->net);
  balance->clumps = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    Vec3 f;

    if (!counts(c, a)) continue;
    f = loads_vector(loads->sum + (size_t)a * LOAD_PARTS + LOAD_FORCE, loads->force.quantum);
    if (clump_is_heavy(c, a)) f = vec3_axpy(f, c->mass[a], gravity);
    if (c->blocked[a] & BLOCK_MOVE) f = clump_free_way(c, a, c->pose[a].q, f);
    sum_add(&balance->net, vec3_norm(f));
    balance->clumps++;
  }
}

static void see(void *self, const ContactSeen *seen, int n)
{
  ForceBalance *balance = self;

  for (int k = 0; k < n; k++) {
    const double size = vec3_norm(seen[k].force);

    if (!(size > 0)) continue;
    sum_add(&balance->contact, size);
    balance->contacts++;
  }
}

void force_balance_see(ForceBalance *balance, Contacts *contacts, const Links *links,
                       const ContactScene *scene, const Templates *templates)
{
  const ContactVisitor to = {balance, see};

  if (!balance->asked) return;
  sum_clear(&balance->contact);
  balance->contacts = 0;
  contacts_visit(contacts, scene, &to);
  links_visit(links, scene, templates, &to);
}

enum { NET, CONTACT, CLUMPS, CONTACTS };

void force_balance_add(const ForceBalance *balance, Sum sums[FORCE_BALANCE_SUMS])
{
  sums[NET]     = balance->net;
  sums[CONTACT] = balance->contact;
  sum_add_scaled(&sums[CLUMPS], balance->clumps, 0);
  sum_add_scaled(&sums[CONTACTS], balance->contacts, 0);
}

double force_balance_of(const ForceBalance *balance, const Sum sums[FORCE_BALANCE_SUMS])
{
  const double clumps = sum_value(&sums[CLUMPS]), contacts = sum_value(&sums[CONTACTS]);

  return !balance->asked || clumps == 0 || contacts == 0
           ? NAN
           : sum_value(&sums[NET]) / clumps / (sum_value(&sums[CONTACT]) / contacts);
}
