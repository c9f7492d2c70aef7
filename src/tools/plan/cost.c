/* SPDX-License-Identifier: MIT */
/* The cost model: counts times costs. */
#include "tools/plan/cost.h"
#include "measure/timestep/auto_dt.h"
#include "space/holders.h"

/* Collectives of a rebuild, all of small messages and synchronizing: four mails find the
   communicating ranks (one of them for the halo's graph, whose own messages are negligible), and
   seven sums and maxima. */
enum { REBUILD_MAILS = 3, REBUILD_ROUNDS = 11, REBUILD_REFRESHES = 2 };

static double rounds(int n)
{
  return n > 1 ? ceil(log2((double)n)) : 0;
}

/* Processor time of `times` messages to every neighbour on either side: the longer of both ways. */
static double posting(const Machine *m, const Part *p, int64_t times)
{
  return (double)(times * max_int(p->receivers, p->senders)) * m->message;
}

/* Time that they are on their way, with so many bytes for each copy in all: those to all neighbours
   at the same time. */
static double travel(const Machine *m, const Part *p, int64_t times, double bytes)
{
  return (p->receivers + p->senders > 0 ? (double)times * m->latency : 0) +
         (double)max_int(p->given_remote, p->remote) * bytes / m->bandwidth;
}

/* Both, of messages that ranks wait for. */
static double delivery(const Machine *m, const Part *p, int64_t times, double bytes)
{
  return posting(m, p, times) + travel(m, p, times, bytes);
}

/* Time that poses are on their way to holders, or loads to owners, of so many bytes each; wide clumps
   are told to all ranks by an allreduce. */
static double exchange(const Machine *m, const Part *p, int n, size_t bytes)
{
  const double told = (double)p->wide * (double)bytes / m->bandwidth,
               wide = p->wide > 0 ? rounds(n) * (m->latency + told) : 0;

  return wide + travel(m, p, 1, (double)bytes);
}

/* Time of sweeps, and of sums in the middle of a step; ranks wait for their messages. */
static double held_seconds(const Costs *c, const Machine *m, const Part *p, int n)
{
  const double alike = p->wide > 0
                         ? rounds(n) *
                             (double)(p->sweep_out + p->sweep_back + p->share_out + p->share_back) *
                             m->latency
                         : 0;

  return c->held * (double)p->held_work / WORK_NANOSECOND + alike +
         delivery(m, p, p->sweep_out + p->share_out,
                  (double)(p->sweep_out_bytes + p->share_out_bytes)) +
         delivery(m, p, p->sweep_back + p->share_back,
                  (double)(p->sweep_back_bytes + p->share_back_bytes));
}

Traffic traffic_of_part(const Costs *c, const Field *fields, const Part *p)
{
  const double look = 1.0 / AUTO_DT_LOOK, picks = 1 / c->picks, between = 1 / c->between,
               pose = (double)halo_pose_bytes(fields), record = (double)holders_record_size(fields);
  const double renew = (double)p->renew_out * (picks + between) + between;
  /* a rebuild refreshes twice, in place of once, and tells holders of their copies, which answer by
     their rows */
  const double out        = (double)p->look_out * look + renew + between,
               back       = (double)p->look_back * look + between,
               out_bytes  = (double)p->look_out_bytes * look + pose * renew + record * between,
               back_bytes = (double)p->look_back_bytes * look + sizeof(PetscInt) * between;

  return (Traffic){.messages = (double)part_messages(p) + (double)p->receivers * out +
                               (double)p->senders * back,
                   .bytes = (double)part_bytes(p, fields) + (double)p->given_remote * out_bytes +
                            (double)p->remote * back_bytes};
}

/* Share of a look for the time step: its messages, which ranks wait for. */
static double look_seconds(const Machine *m, const Part *p)
{
  return (delivery(m, p, p->look_out, (double)p->look_out_bytes) +
          delivery(m, p, p->look_back, (double)p->look_back_bytes)) /
         AUTO_DT_LOOK;
}

/* Contacts, and links that give forces, which count in proportion to their work in the balance. */
static double touching(const Part *p)
{
  return (double)p->contacts + (double)p->pull_work / (double)work_of(0, 0, 0, 1);
}

static double rebuild_seconds(const Costs *c, const Machine *m, const Field *fields, const Part *p,
                              int n)
{
  return c->rebuild * (double)(p->pebbles + p->listed) +
         delivery(m, p, REBUILD_MAILS, (double)holders_record_size(fields)) +
         posting(m, p, REBUILD_REFRESHES) +
         REBUILD_REFRESHES * exchange(m, p, n, halo_pose_bytes(fields)) +
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
  const double poses = exchange(m, p, n, halo_pose_bytes(fields)),
               loads = exchange(m, p, n, halo_load_bytes(fields));
  const double apply = c->pair * (double)p->pairs_inside + inside * touches;
  StepCost     s     = {.motion = c->step + c->clump * (double)p->clumps,
                        .inside = c->pebble * (double)p->inside + apply};

  s.agree = rounds(n) * m->latency;
  s.edge  = c->pebble * (double)(p->pebbles - p->inside) +
           c->pair * (double)(p->pairs - p->pairs_inside) + (1 - inside) * touches;
  s.copies  = 0.5 * c->copy * (double)(p->copies + p->given) + posting(m, p, 2);
  s.refresh = max_real(0, poses - (m->overlap ? s.inside - late * apply : 0));
  s.reduce  = max_real(0, loads - (m->overlap ? late * apply : 0));
  s.narrow  = look_seconds(m, p);
  if (isfinite(c->picks))
    s.narrow += (c->narrow * (double)p->listed + poses - s.refresh) / c->picks;
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
