/* SPDX-License-Identifier: MIT */
/* The note of a signal, and whether SIGHUP was ignored at the start, are the variables of a process that
   are shared by its simulations. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static const struct {
  int         number;
  const char *name;
} signals[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"},
               {SIGUSR2, "SIGUSR2"}, {SIGHUP, "SIGHUP"}, {SIGQUIT, "SIGQUIT"}};

static volatile sig_atomic_t signal_caught;
static bool                  listens, hangup_is_ignored;

static void note(int number)
{
  signal_caught = number;
}

void signals_listen(void)
{
  struct sigaction before;

  if (!listens && sigaction(SIGHUP, NULL, &before) == 0)
    hangup_is_ignored = before.sa_handler == SIG_IGN;
  listens = true;
  for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
    const bool       ignored = signals[k].number == SIGHUP && hangup_is_ignored;
    struct sigaction action  = {.sa_handler = ignored ? SIG_IGN : note, .sa_flags = SA_RESTART};

    sigaction(signals[k].number, &action, NULL);
  }
}

int signals_caught(void)
{
  return signal_caught;
}

const char *signals_name(int number)
{
  for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
    if (signals[k].number == number) return signals[k].name;
  return "?";
}
