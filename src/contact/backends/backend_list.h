/* SPDX-License-Identifier: MIT */
/* Every backend of contacts (backend.h): a new one is a line here. */
#ifndef CONTACT_BACKENDS_BACKEND_LIST_H
#define CONTACT_BACKENDS_BACKEND_LIST_H

/* clang-format off */
#define CONTACT_BACKENDS(BACKEND) \
  BACKEND(backend_batched) \
  BACKEND(backend_single)

/* clang-format on */

#endif
