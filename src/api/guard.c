/* SPDX-License-Identifier: MIT */
/* The library's own state of the process during a call. */
#define _GNU_SOURCE /* newlocale, uselocale */
#include "api/api.h"
#include "base/host.h"
#include "base/program.h"
#include "options/text.h"
#include <fenv.h>
#include <locale.h>
#include <setjmp.h>

/* ---- a call ---- */

/* State of the process that a call changes. */
typedef struct Guard {
  clast   *self;
  jmp_buf  back;
  fenv_t   host; /* rounding and treatment of small numbers */
  locale_t locale, before;
} Guard;

static void on_no_memory(void *context, const char *message)
{
  Guard *guard = context;

  /* the messages may need memory themselves */
  snprintf(guard->self->broken, sizeof guard->self->broken, "%s\n", message);
  guard->self->no_memory = true;
  longjmp(guard->back, 1);
}

/* Hand on that memory has ended, without asking for any. */
static void say_no_memory(const clast *self)
{
  const Messages *m = &self->messages;
  char            line[sizeof self->broken];

  snprintf(line, sizeof line, "%.*s", (int)strcspn(self->broken, "\n"), self->broken);
  if (m->prints) fprintf(stderr, "clast: rank %d: %s\n", self->sim ? self->sim->par.rank : 0, line);
  else if (m->call) m->call(m->context, TELL_ERROR, line);
}

/* Handler of PETSc for the errors of this library: where it arises, the message is kept. Nothing is
   printed, unless messages are: then with the functions that were called, as the error is a fault. */
static PetscErrorCode on_error(MPI_Comm comm, int line, const char *function, const char *file,
                               PetscErrorCode code, PetscErrorType type, const char *message,
                               void *context)
{
  clast *self = context;

  if (self->messages.prints && !program_error_is_of_file(code))
    (void)PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, NULL);
  if (type != PETSC_ERROR_INITIAL) return code;
  if (program_error_is_of_file(code)) snprintf(self->broken, sizeof self->broken, "%s\n", message);
  else
    snprintf(self->broken, sizeof self->broken, "error %d of PETSc or MPI in %s, line %d: %s\n",
             (int)code, file ? file : "?", line, message ? message : "");
  return code;
}

/* From the host's state of the process to that of the library. */
static void enter(Guard *g)
{
  fegetenv(&g->host);
  fesetenv(FE_DFL_ENV);
  g->before = uselocale(g->locale);
  memory_handler(on_no_memory, g);
  (void)PetscPushErrorHandler(on_error, g->self);
}

static void leave(Guard *g)
{
  (void)PetscPopErrorHandler();
  memory_handler(NULL, NULL);
  uselocale(g->before);
  fesetenv(&g->host);
}

static void guard_begin(Guard *g)
{
  g->locale      = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  g->self->guard = g;
  enter(g);
}

static void guard_end(Guard *g)
{
  leave(g);
  if (g->locale) freelocale(g->locale);
  g->self->guard = NULL;
}

void guard_leave(clast *self)
{
  leave(self->guard);
}

void guard_return(clast *self)
{
  enter(self->guard);
}

bool is_lacking(clast *self, const void *argument, const char *what, clast_status *status)
{
  if (argument) return false;
  text_add(&self->said, "NULL is given for %s; give an address\n", what);
  *status = CLAST_MISTAKES;
  return true;
}

/* Give all ranks the message of the lowest rank that has one. Collective. */
static PetscErrorCode share_message(clast *self)
{
  const Parallel *par   = &self->sim->par;
  int64_t         first = self->said.n > 0 ? -par->rank : -par->size;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &first, 1));
  if (first > -par->size) PetscCall(text_bcast(par, (int)-first, &self->said));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Hand on the message of an error: errors of files arise on all ranks together. */
static void say_broken(clast *self, PetscErrorCode code)
{
  const Parallel none = {.messages = &self->messages},
                 *par = self->sim && self->sim->par.messages ? &self->sim->par : &none;

  if (program_error_is_of_file(code) ? par->rank == 0 : !self->messages.prints)
    tell(par, TELL_ERROR, "clast: %s", self->broken);
}

static PetscErrorCode try_work(clast *self, Work *work, void *arguments, clast_status *status)
{
  PetscErrorCode code;

  self->broken[0] = '\0';
  free(self->messages.errors);
  self->messages.errors = NULL;
  code                  = work(self, arguments, status);
  if (self->messages.errors) text_add(&self->said, "%s", self->messages.errors);
  if (self->broken[0]) text_add(&self->said, "%s", self->broken);
  if (self->broken[0]) say_broken(self, code);
  if (code && !program_error_is_of_file(code)) return code;
  if (code) *status = CLAST_FILE;
  return *status != CLAST_OK && self->sim ? share_message(self) : PETSC_SUCCESS;
}

/* The message of a call before stays if this one is CLAST_OK. */
static PetscErrorCode do_work(clast *self, Work *work, void *arguments, clast_status *status)
{
  PetscErrorCode code;

  text_free(&self->said_before);
  self->said_before = self->said;
  self->said        = (Text){.n = 0};
  code              = try_work(self, work, arguments, status);
  if (code || *status != CLAST_OK) return code;
  text_free(&self->said);
  self->said        = self->said_before;
  self->said_before = (Text){.n = 0};
  return code;
}

clast_status guarded(clast *self, Work *work, void *arguments)
{
  volatile clast_status status = CLAST_OK;
  Guard                 guard  = {.self = self};

  if (!self || self->state == CLAST_BROKEN) return CLAST_BROKEN;
  if (self->guard) return CLAST_MISTAKES; /* a callback calls it */
  if (!host_runs()) {
    snprintf(self->broken, sizeof self->broken,
             "the host has ended MPI or PETSc before clast_close\n");
    self->said.n       = 0;
    return self->state = CLAST_BROKEN;
  }
  guard_begin(&guard);
  if (setjmp(guard.back) == 0) {
    clast_status   got  = CLAST_OK;
    PetscErrorCode code = do_work(self, work, arguments, &got);

    status = code ? CLAST_BROKEN : got;
  } else status = CLAST_BROKEN;
  if (status == CLAST_BROKEN) self->state = CLAST_BROKEN;
  guard_end(&guard);
  if (self->no_memory) say_no_memory(self);
  return status;
}
