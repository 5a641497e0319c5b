/* SPDX-License-Identifier: MIT
 *
 * Files that are either complete or absent, and the removal of files whose writer was killed. */
#define _DEFAULT_SOURCE
#include "whole.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 1000 };
static const char ending[] = ".part";
static twocs_whole *all_open;

/* Whether this process alone holds the file. If the file system has no locks, this is assumed, because a
 * sweep then removes no file either. */
static int locked(int number) {
  struct stat at;
  if (flock(number, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) return 0;
  return !fstat(number, &at) && at.st_nlink > 0;
}

/* Opens a new file under an unused name. It never follows a link that somebody put there. */
static int open_new(twocs_whole *whole) {
  for (int i = 0; i < TRIES; i++) {
    const int length = snprintf(whole->temporary, sizeof whole->temporary, "%s.%ld-%d%s", whole->path,
                                (long)getpid(), i, ending);
    if (length >= (int)sizeof whole->temporary) return errno = ENAMETOOLONG, -1;
    const int number = open(whole->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (number >= 0 && locked(number)) return number;
    if (number >= 0) close(number); /* another process sweeps it away right now */
    if (number < 0 && errno != EEXIST) return -1;
  }
  return errno = EEXIST, -1;
}

/* Whether the name is a temporary one, such as "x.csv.4711-0.part", with or without the file's own name in
 * front. */
static int is_temporary(const char *name) {
  size_t length = strlen(name);
  if (length < sizeof ending || strcmp(name + length - (sizeof ending - 1), ending)) return 0;
  const char *at = name + length - (sizeof ending - 1), *mark = at;
  while (at > name && isdigit((unsigned char)at[-1])) at--;
  if (at == mark || at == name || at[-1] != '-') return 0;
  mark = --at;
  while (at > name && isdigit((unsigned char)at[-1])) at--;
  return at < mark && at > name && at[-1] == '.';
}

static void remove_if_left(int folder, const char *name) {
  struct stat at;
  const int number = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (number < 0) return;
  if (!fstat(number, &at) && S_ISREG(at.st_mode) && at.st_nlink == 1 && !flock(number, LOCK_EX | LOCK_NB))
    unlinkat(folder, name, 0);
  close(number);
}

/* Whether `name` is a temporary file of `file`, or of any file if `file` is "". */
static int is_temporary_of(const char *file, const char *name) {
  const size_t length = strlen(file);
  if (strncmp(file, name, length) || !is_temporary(name + length)) return 0;
  return !length ||
         (name[length] == '.' && name[length + 1 + strspn(name + length + 1, "0123456789-")] == '.');
}

static void sweep(const char *folder, const char *file) {
  DIR *list = opendir(folder);
  if (!list) return;
  for (struct dirent *entry; (entry = readdir(list));)
    if (is_temporary_of(file, entry->d_name)) remove_if_left(dirfd(list), entry->d_name);
  closedir(list);
}

/* Removes the files that killed writers of this path left. */
static void sweep_beside(const char *path) {
  char folder[TWOCS_WHOLE_PATH];
  const char *slash = strrchr(path, '/');
  const size_t length = slash ? (size_t)(slash - path) : 0;
  if (length >= sizeof folder) return;
  memcpy(folder, path, length);
  folder[length] = 0;
  sweep(!slash ? "." : length ? folder : "/", slash ? slash + 1 : path);
}

static void open_enter(twocs_whole *whole) {
  whole->next = all_open;
  all_open = whole;
}

static void open_leave(const twocs_whole *whole) {
  twocs_whole **at = &all_open;
  while (*at && *at != whole) at = &(*at)->next;
  if (*at) *at = whole->next;
}

void twocs_whole_abandon(void) {
  for (const twocs_whole *whole = all_open; whole; whole = whole->next) unlink(whole->temporary);
}

int twocs_whole_open(twocs_whole *whole, const char *path) {
  whole->path = path;
  sweep_beside(path);
  const int number = open_new(whole);
  if (number < 0) return errno;
  whole->lock = fcntl(number, F_DUPFD_CLOEXEC, 3); /* keeps the lock until the file is renamed */
  whole->file = fdopen(number, "wb");
  if (whole->file && whole->lock >= 0) return open_enter(whole), 0;
  const int code = errno;
  remove(whole->temporary);
  if (whole->file)
    fclose(whole->file);
  else
    close(number);
  if (whole->lock >= 0) close(whole->lock);
  return code;
}

int twocs_whole_close(twocs_whole *whole, int keep) {
  errno = 0;
  int code = ferror(whole->file) ? EIO : 0;
  if (fclose(whole->file) && errno) code = errno; /* a full disk may show only here */
  if (keep && !code && rename(whole->temporary, whole->path)) code = errno;
  if (!keep || code) remove(whole->temporary);
  open_leave(whole);
  close(whole->lock);
  return code;
}

void twocs_whole_sweep(const char *folder) { sweep(folder, ""); }
