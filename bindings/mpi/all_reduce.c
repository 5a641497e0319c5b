/* SPDX-License-Identifier: MIT */
/* Processes under mpirun as a backend: an all-reduce takes as long as its slowest rank. The one thing to
 * know: every rank runs the same script and must make the same decision how often to repeat. So the ranks
 * agree on each time, each load and Ctrl-C before any of them uses it. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <mpi.h>
#include "../profile/backend.h"

enum { FLOATS_MOST = 1 << 30, POLL_NANOSECONDS = 5000000 };

typedef struct work {
  int count;
  float *given, *sum;
} work;

static int size_of_world(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

static int rank_in(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static int own_rank(void) { return rank_in(MPI_COMM_WORLD); }

/* The processes of one node. */
static MPI_Comm node;

static const char *open_world(int threads) {
  int done;
  (void)threads;
  MPI_Initialized(&done);
  if (!done) {
    MPI_Init(NULL, NULL);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  }
  if (size_of_world() > 1) return NULL;
  return "collectives need several processes: mpirun -n 2 twocs profile --collectives";
}

static void close_world(void) {
  MPI_Comm_free(&node);
  MPI_Finalize();
}

static int count_nodes(void) {
  int first = rank_in(node) == 0, nodes;
  MPI_Allreduce(&first, &nodes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return nodes;
}

static void facts(twocs_fact *tell, void *to) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  twocs_cpu_name(text, sizeof text);
  tell(to, "device", text);
  snprintf(text, sizeof text, "%d", twocs_cores());
  tell(to, "cores", text);
  MPI_Get_library_version(text, &length);
  text[strcspn(text, ",")] = 0;
  tell(to, "mpi", text);
  snprintf(text, sizeof text, "%d", count_nodes());
  tell(to, "nodes", text);
}

static void release(void *prepared) {
  work *w = prepared;
  free(w->given);
  free(w->sum);
  free(w);
}

/* Whether every rank says yes. */
static int agreed(int yes) {
  int all;
  MPI_Allreduce(&yes, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all;
}

static float *filled(size_t n) {
  float *array = malloc(n * sizeof *array);
  for (size_t i = 0; array && i < n; i++) array[i] = (float)(i % 7);
  return array;
}

static void *prepare(const twocs_shape *s, const char **why) {
  const double count = ceil(s->byte / (double)sizeof(float));
  *why = "only all-reduce is measured between processes, in fp32, of 4 GB at most";
  if (s->op != TWOCS_ALL_REDUCE || s->dtype != TWOCS_FP32 || count > FLOATS_MOST) return NULL;
  work *w = calloc(1, sizeof *w);
  if (w) {
    w->count = (int)count;
    w->given = filled((size_t)count);
    w->sum = filled((size_t)count);
  }
  *why = "there is not enough memory on a rank";
  if (agreed(w && w->given && w->sum)) return w;
  if (w) release(w);
  return NULL;
}

static double time_list(void *const prepared[], int count, double runs) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = twocs_clock();
  for (double r = 0; r < runs; r++)
    for (int i = 0; i < count; i++) {
      const work *w = prepared[i];
      MPI_Allreduce(w->given, w->sum, w->count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
  double own[2] = {twocs_clock() - start, twocs_interrupted}, most[2];
  MPI_Allreduce(own, most, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (!(most[1] > 0)) return most[0];
  twocs_interrupted = 1;
  return (double)NAN;
}

/* One rank of each node reports the processor time of the node. */
static void agree(twocs_load *load) {
  double own[2] = {rank_in(node) == 0 ? load->busy : 0, load->own}, sum[2];
  int stop = twocs_interrupted, all;
  MPI_Allreduce(own, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&load->clock, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&stop, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  load->busy = sum[0], load->own = sum[1], twocs_interrupted = all;
}

/* MPI's own barrier would keep a core busy, while another rank may be measuring. */
static void wait_for_all(void) {
  MPI_Request request;
  int here = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (;;) {
    MPI_Test(&request, &here, MPI_STATUS_IGNORE);
    if (here) return;
    nanosleep(&(struct timespec){0, POLL_NANOSECONDS}, NULL);
  }
}

extern const twocs_backend twocs_backend_mpi;
const twocs_backend twocs_backend_mpi = {.name = "mpi",
                                         .open = open_world,
                                         .facts = facts,
                                         .prepare = prepare,
                                         .time = time_list,
                                         .release = release,
                                         .ranks = size_of_world,
                                         .rank = own_rank,
                                         .agree = agree,
                                         .wait = wait_for_all,
                                         .close = close_world};
