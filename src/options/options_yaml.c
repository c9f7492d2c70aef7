/* SPDX-License-Identifier: MIT */
/* The sources of a scenario: a file, the text stored in a checkpoint, the command line. The YAML
   is read by options_tree.c. */
#include "options/input.h"
#include "options/options_internal.h"
#include <errno.h>

enum { LARGEST = 1 << 26 };

/* ---- the text */

/* Length of the UTF-8 sequence at s, 0: invalid (overlong forms and surrogates are not
   detected). */
static size_t sequence_length(const unsigned char *s, size_t n)
{
  const size_t length = s[0] < 0x80             ? 1
                        : (s[0] & 0xe0) == 0xc0 ? 2
                        : (s[0] & 0xf0) == 0xe0 ? 3
                        : (s[0] & 0xf8) == 0xf0 ? 4
                                                : 0;

  if (length > n) return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  return length;
}

/* Convert line ends to line feeds and remove a byte order mark, in place; false (with a mistake):
   not UTF-8 text. */
static bool normalise(Options *options, int layer, char *text, size_t *n)
{
  size_t to   = 0, length;
  int    line = 1;

  for (size_t from = *n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0; from < *n;
       from += length) {
    const unsigned char c = (unsigned char)text[from];

    length = sequence_length((const unsigned char *)text + from, *n - from);
    if (length == 0 || (c < 0x20 && !strchr("\t\n\r", c)) || c == 0 || c == 0x7f) {
      mistake_add(options, layer, line, "byte 0x%02x is no UTF-8 text; is this a scenario file?",
                  (unsigned)c);
      return false;
    }
    if (text[from] == '\n') line++;
    if (text[from] == '\r' && from + 1 < *n && text[from + 1] == '\n') continue;
    memmove(text + to, text + from, length);
    if (text[to] == '\r') text[to] = '\n';
    to += length;
  }
  *n       = to;
  text[to] = 0;
  return true;
}

/* Read the whole file; no bytes: problem has the reason. folder: absolute, of the path. */
static void read_whole(const char *path, const char *folder, Text *text, Text *problem)
{
  FILE  *file = input_open(path);
  char   bytes[1 << 16];
  size_t got  = 1;
  int    code = 0;

  if (!file) {
    const bool lacks = errno == ENOENT;

    text_add(problem, "cannot be opened: %s", input_why());
    if (lacks) input_say_near(path, folder, problem);
    return;
  }
  while (got > 0 && text->n <= LARGEST && !input_is_hdf5(text->s, text->n)) {
    got = fread(bytes, 1, sizeof bytes, file);
    text_add_bytes(text, bytes, got);
  }
  if (ferror(file)) code = errno;
  if (input_is_hdf5(text->s, text->n))
    text_add(problem, "is an HDF5 file, not a scenario; did you mean -restart %s?", path);
  else if (code) text_add(problem, "cannot be read: %s", strerror(code));
  else if (text->n > LARGEST)
    text_add(problem, "is larger than %d MiB; keep bulky data in files of their own",
             LARGEST >> 20);
  fclose(file);
  if (problem->n > 0) text->n = 0;
}

static int layer_add(Options *options, SourceType type, const char *origin, const char *folder)
{
  options->layers =
    memory_room(options->layers, (size_t)(options->n_layers + 1) * sizeof *options->layers);
  options->layers[options->n_layers++] = (Layer){.type   = type,
                                                 .origin = text_copy(origin, strlen(origin)),
                                                 .folder = text_copy(folder, strlen(folder))};
  options->checked                     = false;
  return options->n_layers - 1;
}

/* ---- the sources */

/* Absolute folder of a file. */
static char *folder_of(const Options *options, const char *path)
{
  const char *slash  = strrchr(path, '/');
  const int   n      = slash ? (int)(slash - path) : 0;
  Text        folder = {0};

  if (path[0] == '/') text_add(&folder, "%.*s", n > 0 ? n : 1, path);
  else text_add(&folder, "%s%s%.*s", options->folder, n > 0 ? "/" : "", n, path);
  return folder.s;
}

static void read_layer(Options *options, int layer, char *text, size_t n)
{
  if (normalise(options, layer, text, &n)) options_take_yaml(options, layer, text, n);
  else options_mark_broken(options, NULL);
}

PetscErrorCode options_read_file(Options *options, const char *path)
{
  char     *folder = folder_of(options, path);
  const int layer  = layer_add(options, SOURCE_FILE, path, folder);
  Text      text = {0}, problem = {0};

  PetscFunctionBeginUser;
  if (options->par.rank == 0) read_whole(path, folder, &text, &problem);
  free(folder);
  PetscCall(text_bcast(&options->par, 0, &problem));
  PetscCall(text_bcast(&options->par, 0, &text));
  if (problem.n > 0) {
    mistake_add(options, layer, 0, "%s %s", path, problem.s);
    options_mark_broken(options, NULL);
  } else read_layer(options, layer, text.s, text.n);
  text_free(&problem);
  text_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void read_copy(Options *options, SourceType type, const char *text, const char *origin)
{
  char *copy = text_copy(text, strlen(text));

  read_layer(options, layer_add(options, type, origin, options->folder), copy, strlen(copy));
  free(copy);
}

void options_read_text(Options *options, const char *text, const char *origin)
{
  read_copy(options, SOURCE_TEXT, text, origin);
}

void options_read_given(Options *options, const char *text)
{
  read_copy(options, SOURCE_FILE, text, "the scenario");
}

/* Options of PETSc's core, which it may read later or only under some conditions. clast creates no
   matrices, vectors and solvers: their options would have no effect and are reported as unknown. */
const char options_of_petsc[] =
  "log log_all log_exclude log_sync log_trace log_threshold log_view log_view_gpu_time "
  "log_view_memory log_mpe log_perfstubs "
  "log_nvtx log_summary malloc malloc_coalesce malloc_debug malloc_dump malloc_hbw malloc_info "
  "malloc_requested_size malloc_test "
  "malloc_view malloc_view_threshold memory_view objects_dump options_file options_file_yaml "
  "options_string_yaml options_left "
  "options_monitor options_monitor_cancel options_suppress_deprecated_warnings options_view "
  "on_error_abort "
  "on_error_attach_debugger on_error_emacs on_error_mpiabort error_output_none error_output_stdout "
  "info info_exclude fp_trap "
  "start_in_debugger stop_for_debugger debug_terminal debugger_nodes debugger_pause debugger_ranks "
  "no_signal_handler "
  "skip_petscrc citations check_pointer_intensity viewfromoptions petsc_ci "
  "petsc_ci_portable_error_output petsc_sleep mpidump "
  "get_total_flops shared_tmp not_shared_tmp tmp nox nox_warning display x_virtual history "
  "device_enable device_select "
  "device_view use_gpu_aware_mpi build_twosided mpi_return_on_error";

/* Pack the unused options of PETSc's database, less PETSc's own: "name\0=value\0" each, "name\0\0"
   without value. Top-level keys of clast are in it, even if PETSc has an option of that name. */
static PetscErrorCode pack_command_line(const Options *options, Text *packed)
{
  const Kind *top = kind_find(options, "");
  PetscInt    n;
  char      **names, **values;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    if (value_has_word(options_of_petsc, names[i], strlen(names[i])) &&
        !(top && kind_row(top, NULL, names[i]) >= 0))
      continue;
    text_add_bytes(packed, names[i], strlen(names[i]) + 1);
    if (values[i]) text_add(packed, "=%s", values[i]);
    text_add_bytes(packed, "", 1);
  }
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void options_read_row(Options *options, const OptionRow *row)
{
  const int layer = layer_add(options, SOURCE_COMMAND, row->table ? row->table : "the command line",
                              row->folder ? row->folder : options->folder);

  options->layers[layer].row = row->table != NULL;
  for (int k = 0; k < row->n; k++)
    entry_set(options, row->pairs[k].name, row->pairs[k].value, layer, row->line, NULL);
}

PetscErrorCode options_read_command_line(Options *options)
{
  const int layer  = layer_add(options, SOURCE_COMMAND, "the command line", options->folder);
  Text      packed = {0};

  PetscFunctionBeginUser;
  if (options->par.rank == 0) PetscCall(pack_command_line(options, &packed));
  PetscCall(text_bcast(&options->par, 0, &packed));
  for (const char *at = packed.s; at < packed.s + packed.n;) {
    const char *value = at + strlen(at) + 1;

    entry_set(options, at, *value == '=' ? value + 1 : NULL, layer, 0, NULL);
    at = value + strlen(value) + 1;
  }
  text_free(&packed);
  PetscFunctionReturn(PETSC_SUCCESS);
}
