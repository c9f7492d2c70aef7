/* SPDX-License-Identifier: MIT */
/* The note of a signal is the one variable of a process that is shared by its simulations. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include <signal.h>
#include <stddef.h>

static const struct {
  int         number;
  const char *name;
} signals[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"},
               {SIGUSR2, "SIGUSR2"}, {SIGHUP, "SIGHUP"}, {SIGQUIT, "SIGQUIT"}};

static volatile sig_atomic_t signal_caught;

static void note(int number)
{
  signal_caught = number;
}

bool signals_want_hangup(void)
{
  struct sigaction now;

  return sigaction(SIGHUP, NULL, &now) != 0 || now.sa_handler != SIG_IGN;
}

void signals_listen(bool hangup)
{
  for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
    const bool       ignored = signals[k].number == SIGHUP && !hangup;
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
