/* SPDX-License-Identifier: MIT
 *
 * Files that are complete or absent: the content under the name at every step, names that someone else
 * created, folders and full disks, and what remains of a writer that was killed while others write on. */
#define _DEFAULT_SOURCE
#include "common.h"
#include "whole.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/twocs_whole_XXXXXX";
static char path[64];

static int start(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/x.csv", folder);
  return 0;
}

/* The number of files in the folder. */
static int files(void) {
  DIR *list = opendir(folder);
  int n = 0;
  for (struct dirent *entry; (entry = readdir(list));) n += entry->d_name[0] != '.';
  closedir(list);
  return n;
}

static void has(const char *name, const char *text) {
  char found[64] = "";
  FILE *file = fopen(name, "rb");
  assert_non_null(file);
  found[fread(found, 1, sizeof found - 1, file)] = 0;
  fclose(file);
  assert_string_equal(found, text);
}

static int clean(void **state) {
  char command[128];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s && mkdir %s", folder, folder);
  return system(command) != 0;
}

static int stop(void **state) { return clean(state) || rmdir(folder); }

static void put(const char *text) {
  twocs_whole whole;
  assert_int_equal(twocs_whole_open(&whole, path), 0);
  fputs(text, whole.file);
  assert_int_equal(twocs_whole_close(&whole, 1), 0);
}

static void appears_when_whole(void **state) {
  twocs_whole whole;
  (void)state;
  assert_int_equal(twocs_whole_open(&whole, path), 0);
  fputs("old", whole.file);
  fflush(whole.file);
  assert_int_equal(access(path, F_OK), -1);
  assert_int_equal(twocs_whole_close(&whole, 1), 0);
  has(path, "old");
  assert_int_equal(files(), 1);
  assert_int_equal(twocs_whole_open(&whole, path), 0);
  fputs("new", whole.file);
  has(path, "old");
  assert_int_equal(twocs_whole_close(&whole, 0), 0);
  has(path, "old");
  assert_int_equal(files(), 1);
  put("new");
  has(path, "new");
}

/* The mask of the process decides who may read the file, as for any other file. */
static void has_the_usual_rights(void **state) {
  struct stat at;
  (void)state;
  const mode_t mask = umask(027);
  put("mine");
  umask(mask);
  assert_int_equal(stat(path, &at), 0);
  assert_int_equal(at.st_mode & 0777, 0640);
}

static void errors_of_files_are_reported(void **state) {
  twocs_whole whole;
  char name[TWOCS_WHOLE_PATH + 8];
  (void)state;
  snprintf(name, sizeof name, "%s/none/x.csv", folder);
  assert_int_equal(twocs_whole_open(&whole, name), ENOENT);
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = 0;
  assert_int_equal(twocs_whole_open(&whole, name), ENAMETOOLONG);
  assert_int_equal(mkdir(path, 0777), 0);
  assert_int_equal(twocs_whole_open(&whole, path), 0);
  assert_int_equal(twocs_whole_close(&whole, 1), EISDIR);
  assert_int_equal(files(), 1);
  assert_int_equal(rmdir(path), 0);
}

/* A limit on the size of files acts like a full disk: it shows when the buffer is written, at the end. */
static void a_full_disk(void **state) {
  static const char text[] = "more than four bytes";
  struct rlimit before, little = {4, 4};
  twocs_whole whole;
  (void)state;
  put("old");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  little.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(twocs_whole_open(&whole, path), 0);
  fputs(text, whole.file);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
  const int code = twocs_whole_close(&whole, 1);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(code, EFBIG);
  has(path, "old");
  assert_int_equal(files(), 1);
}

static void names_of_others_are_left_alone(void **state) {
  char name[128], victim[64];
  (void)state;
  snprintf(victim, sizeof victim, "%s/victim", folder);
  FILE *file = fopen(victim, "wb");
  fputs("mine", file);
  fclose(file);
  snprintf(name, sizeof name, "%s.%ld-0.part", path, (long)getpid());
  assert_int_equal(symlink(victim, name), 0);
  snprintf(name, sizeof name, "%s.%ld-1.part", path, (long)getpid());
  assert_int_equal(link(victim, name), 0);
  put("text");
  has(path, "text");
  has(victim, "mine");
  assert_int_equal(files(), 4);
}

/* A process that writes until it is killed, or closes its file if it is told to. */
static pid_t writer(int *tell) {
  int ready[2], go[2];
  char byte = 0;
  assert_int_equal(pipe(ready) | pipe(go), 0);
  const pid_t pid = fork();
  if (!pid) {
    twocs_whole whole;
    close(go[1]);
    if (twocs_whole_open(&whole, path)) _exit(1);
    fputs("half", whole.file);
    fflush(whole.file);
    if (write(ready[1], "", 1) != 1 || read(go[0], &byte, 1) != 1) _exit(2);
    _exit(twocs_whole_close(&whole, 1) != 0);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  close(ready[0]), close(ready[1]), close(go[0]);
  *tell = go[1];
  return pid;
}

static void files_of_a_killed_writer_are_removed(void **state) {
  int tell_one, tell_other, status;
  (void)state;
  const pid_t one = writer(&tell_one), other = writer(&tell_other);
  assert_int_equal(files(), 2);
  twocs_whole_sweep(folder);
  assert_int_equal(files(), 2); /* both are being written */
  kill(one, SIGKILL);
  waitpid(one, &status, 0);
  assert_int_equal(files(), 2);
  twocs_whole_sweep(folder);
  assert_int_equal(files(), 1);
  assert_int_equal(write(tell_other, "", 1), 1);
  waitpid(other, &status, 0);
  assert_int_equal(status, 0);
  has(path, "half");
  assert_int_equal(files(), 1);
  close(tell_one), close(tell_other);
}

/* The next writer of a file removes what a killed writer of that file left, and nothing that others are
 * writing or have left. */
static void the_next_writer_removes_old_parts_of_its_file(void **state) {
  int tell_one, tell_other, status;
  char name[128];
  (void)state;
  const pid_t one = writer(&tell_one), other = writer(&tell_other);
  kill(one, SIGKILL);
  waitpid(one, &status, 0);
  snprintf(name, sizeof name, "%s-2.1-2.part", path);
  fclose(fopen(name, "wb"));
  assert_int_equal(files(), 3);
  put("whole");
  has(path, "whole");
  assert_int_equal(files(), 3);
  assert_int_equal(access(name, F_OK), 0);
  assert_int_equal(write(tell_other, "", 1), 1);
  waitpid(other, &status, 0);
  has(path, "half");
  assert_int_equal(remove(name), 0);
  assert_int_equal(files(), 1);
  close(tell_one), close(tell_other);
}

static void only_such_names_are_swept(void **state) {
  static const char *const kept[] = {"a.part",     "a.csv.1.part", "1-2.part",      ".part",
                                     "a.-2.part",  "a.1-.part",    "a.1-2.par",     "a-1-2.part",
                                     "a.x-2.part", "a.1-x.part",   "a.1-2.part.csv"};
  static const char *const gone[] = {"a.1-2.part", "a.csv.4711-0.part", "b.c.d.0-999.part"};
  char name[128];
  (void)state;
  enum { KEPT = sizeof kept / sizeof *kept, GONE = sizeof gone / sizeof *gone };
  for (int i = 0; i < KEPT + GONE; i++) {
    snprintf(name, sizeof name, "%s/%s", folder, i < KEPT ? kept[i] : gone[i - KEPT]);
    fclose(fopen(name, "wb"));
  }
  snprintf(name, sizeof name, "%s/folder.1-2.part", folder);
  assert_int_equal(mkdir(name, 0777), 0);
  snprintf(name, sizeof name, "%s/link.1-2.part", folder);
  assert_int_equal(symlink("a.part", name), 0);
  snprintf(name, sizeof name, "%s/pipe.1-2.part", folder);
  assert_int_equal(mkfifo(name, 0666), 0);
  twocs_whole_sweep(folder);
  for (int i = 0; i < KEPT + GONE; i++) {
    snprintf(name, sizeof name, "%s/%s", folder, i < KEPT ? kept[i] : gone[i - KEPT]);
    assert_int_equal(access(name, F_OK), i < KEPT ? 0 : -1);
  }
  assert_int_equal(files(), KEPT - 1 + 3); /* one is hidden */
  twocs_whole_sweep("/no/such/folder");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(appears_when_whole, clean),
      cmocka_unit_test_teardown(has_the_usual_rights, clean),
      cmocka_unit_test_teardown(errors_of_files_are_reported, clean),
      cmocka_unit_test_teardown(a_full_disk, clean),
      cmocka_unit_test_teardown(names_of_others_are_left_alone, clean),
      cmocka_unit_test_teardown(files_of_a_killed_writer_are_removed, clean),
      cmocka_unit_test_teardown(the_next_writer_removes_old_parts_of_its_file, clean),
      cmocka_unit_test_teardown(only_such_names_are_swept, clean),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
