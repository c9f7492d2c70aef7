/* SPDX-License-Identifier: MIT */
/* The cost model: counts times costs. */
#include "tools/plan/cost.h"
#include "space/holders.h"

/* Collectives of a rebuild, all of small messages and synchronizing: four mails find the
   communicating ranks (one of them for the halo's graph, whose own messages are negligible), and
   seven sums and maxima. */
enum { REBUILD_MAILS = 3, REBUILD_ROUNDS = 11, REBUILD_REFRESHES = 2 };

static double rounds(int n)
{
  return n > 1 ? ceil(log2((double)n)) : 0;
}

/* Time of messages that go both ways at the same time: that of the longer way. */
static double travel(const Machine *m, int64_t out, int64_t in, double bytes_out, double bytes_in)
{
  return (double)max_int(out, in) * m->latency + max_real(bytes_out, bytes_in) / m->bandwidth;
}

/* Time to send wide clumps to all ranks: an allreduce of so many bytes for each. */
static double told(const Machine *m, const Part *p, int n, double bytes)
{
  return p->wide > 0 ? rounds(n) * (m->latency + (double)p->wide * bytes / m->bandwidth) : 0;
}

static double refresh_seconds(const Machine *m, const Field *fields, const Part *p, int n)
{
  const double row = (double)halo_pose_bytes(fields);

  return told(m, p, n, row) + travel(m, p->receivers, p->senders, (double)p->given_remote * row,
                                     (double)p->remote * row);
}

static double reduce_seconds(const Machine *m, const Field *fields, const Part *p, int n)
{
  const double row = (double)halo_load_bytes(fields);

  return told(m, p, n, row) + travel(m, p->senders, p->receivers, (double)p->remote * row,
                                     (double)p->given_remote * row);
}

/* Time of sweeps; ranks wait for their messages. */
static double held_seconds(const Costs *c, const Machine *m, const Part *p, int n)
{
  const double out = (double)(p->given_remote * p->sweep_out_bytes),
               in  = (double)(p->remote * p->sweep_out_bytes),
               sum = (double)(p->remote * p->sweep_back_bytes),
               all = (double)(p->given_remote * p->sweep_back_bytes);
  const double alike =
    p->wide > 0 ? rounds(n) * (double)(p->sweep_out + p->sweep_back) * m->latency : 0;

  return c->held * (double)p->held_work / WORK_NANOSECOND + alike +
         travel(m, p->receivers * p->sweep_out, p->senders * p->sweep_out, out, in) +
         travel(m, p->senders * p->sweep_back, p->receivers * p->sweep_back, sum, all);
}

/* Contacts, and links that give forces, which count in proportion to their work in the balance. */
static double touching(const Part *p)
{
  return (double)p->contacts + (double)p->pull_work / (double)work_of(0, 0, 0, 1);
}

static double rebuild_seconds(const Costs *c, const Machine *m, const Field *fields, const Part *p,
                              int n)
{
  const double record = (double)holders_record_size(fields);
  const double mails  = travel(m, REBUILD_MAILS * p->receivers, REBUILD_MAILS * p->senders,
                               (double)p->given_remote * record, (double)p->remote * record);

  return c->rebuild * (double)(p->pebbles + p->listed) + mails +
         REBUILD_REFRESHES * refresh_seconds(m, fields, p, n) +
         REBUILD_ROUNDS * rounds(n) * m->latency;
}

StepCost cost_of_part(const Costs *c, const Machine *m, const Field *fields, const Part *p, int n)
{
  const double inside  = p->pairs > 0
                           ? (double)p->pairs_inside / (double)p->pairs
                           : 0; /* share of pairs without copies, also used for contacts */
  const double touches = c->contact * touching(p);
  const double late =
    p->inside > 0 ? 1 - (double)pairs_early((PetscInt)p->inside) / (double)p->inside : 0;
  const double apply = c->pair * (double)p->pairs_inside + inside * touches;
  StepCost     s     = {.motion = c->step + c->clump * (double)p->clumps,
                        .inside = c->pebble * (double)p->inside + apply};

  s.agree = rounds(n) * m->latency;
  s.edge  = c->pebble * (double)(p->pebbles - p->inside) +
           c->pair * (double)(p->pairs - p->pairs_inside) + (1 - inside) * touches;
  s.copies = 0.5 * c->copy * (double)(p->copies + p->given);
  s.refresh =
    max_real(0, refresh_seconds(m, fields, p, n) - (m->overlap ? s.inside - late * apply : 0));
  s.reduce = max_real(0, reduce_seconds(m, fields, p, n) - (m->overlap ? late * apply : 0));
  if (isfinite(c->picks))
    s.narrow =
      (c->narrow * (double)p->listed + refresh_seconds(m, fields, p, n) - s.refresh) / c->picks;
  if (isfinite(c->between)) s.rebuild = rebuild_seconds(c, m, fields, p, n) / c->between;
  s.held = held_seconds(c, m, p, n);
  s.step = s.motion + s.inside + s.edge + s.copies + s.refresh + s.reduce + s.agree + s.narrow +
           s.rebuild + s.held;
  return s;
}

double cost_ideal(const Costs *c, int n, const Part *parts)
{
  double sum = 0;

  for (int k = 0; k < n; k++) {
    const Part *p = &parts[k];

    sum += c->clump * (double)p->clumps + c->pebble * (double)p->body + c->pair * (double)p->pairs +
           c->contact * touching(p) + c->held * (double)p->held_work / WORK_NANOSECOND;
    if (isfinite(c->picks)) sum += c->narrow * (double)p->listed / c->picks;
    if (isfinite(c->between)) sum += c->rebuild * (double)(p->body + p->listed) / c->between;
  }
  return sum;
}
