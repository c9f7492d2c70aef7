/* SPDX-License-Identifier: MIT */
/* Owners send the states of their clumps to the ranks of the ids (rank_of_id), which answer
   questions. */
#include "link/link_ends.h"
#include "base/mail.h"

/* A clump and its state, or the question for it. */
typedef struct {
  Id         id;
  PetscInt   question; /* its index */
  ClumpState state;
} Told;

static ClumpState state_of(const Domain *domain, const Clumps *c, PetscInt a)
{
  return (ClumpState){.known    = true,
                      .template = c->template[a],
                      .x        = domain_wrapped(domain, c->pose[a].x),
                      .q        = c->pose[a].q,
                      .scale    = c->scale[a],
                      .mass     = c->mass[a],
                      .inertia  = c->inertia[a],
                      .blocked  = c->blocked[a]};
}

/* Answer the questions that this rank was asked. */
static void answer(const Mail *questions, const Told *told, PetscInt n, Mail *answers)
{
  for (int m = 0; m < mail_messages(questions); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(questions, m, &source, &size);

    for (size_t at = 0; at < size; at += sizeof(Told)) {
      Told        one;
      const Told *found;

      memcpy(&one, message + at, sizeof one);
      found = n > 0 ? bsearch(&one, told, (size_t)n, sizeof *told, compare_ids) : NULL;
      if (found) one.state = found->state;
      mail_post(answers, source, &one, sizeof one);
    }
  }
}

PetscErrorCode clumps_look_up(const World *w, PetscInt n, const Id *ids, ClumpState *states)
{
  const Parallel *par    = w->par;
  const Clumps   *clumps = w->clumps;
  Mail           *mail, *questions, *answers;
  Told           *told, *heard;
  PetscInt        n_told, n_heard;

  PetscFunctionBeginUser;
  /* told: states of the clumps whose ids are of this rank, by id */
  mail_create(par, &mail);
  for (PetscInt a = 0; a < clumps->n_owned; a++) {
    const Told one = {.id = clumps->id[a], .state = state_of(w->domain, clumps, a)};

    if (!clump_is_gone(clumps, a)) mail_post(mail, rank_of_id(par, one.id), &one, sizeof one);
  }
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *told, &told, &n_told);
  mail_destroy(&mail);
  sort_items(told, n_told, sizeof *told, compare_ids);
  mail_create(par, &questions);
  mail_create(par, &answers);
  for (PetscInt k = 0; k < n; k++) {
    const Told question = {.id = ids[k], .question = k};

    mail_post(questions, rank_of_id(par, ids[k]), &question, sizeof question);
  }
  PetscCall(mail_deliver(questions));
  answer(questions, told, n_told, answers);
  PetscCall(mail_deliver(answers));
  mail_collect(answers, sizeof *heard, &heard, &n_heard);
  for (PetscInt k = 0; k < n_heard; k++) states[heard[k].question] = heard[k].state;
  mail_destroy(&questions);
  mail_destroy(&answers);
  array_free(&told);
  array_free(&heard);
  PetscFunctionReturn(PETSC_SUCCESS);
}
