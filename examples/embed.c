/* SPDX-License-Identifier: MIT */
/* twocs from C, without Lua: how much of a layer's time does tensor parallelism spend on communication, by
 * hidden size and degree? After installation: cc embed.c $(pkg-config --cflags --libs twocs) */
#include <twocs.h>
#include <stdio.h>
#include <stdlib.h>

/* The library has no state and allocates no memory: all memory is ours. */
static int table(const twocs_plan *plan, const twocs_point *point, double *const out[]) {
  static const double h[] = {4096, 16384, 65536}, tp[] = {4, 16, 64, 256};
  const double *h_values = h, *tp_values = tp;
  const int moved[] = {twocs_find("h"), twocs_find("tp")},
            want[] = {twocs_find("f_ser"), twocs_find("legal")};
  const twocs_axis axis[] = {{3, 1, &moved[0], &h_values}, {4, 1, &moved[1], &tp_values}};
  twocs_columns_sink sink = {2, out};
  twocs_error error;
  void *scratch = malloc(twocs_scratch_size(1));
  const twocs_job job = {.plan = plan,
                         .base = point,
                         .axes = 2,
                         .axis = axis,
                         .wants = 2,
                         .want = want,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .scratch = scratch};
  const twocs_status status =
      scratch ? twocs_run(&job, &error) : twocs_fail(&error, TWOCS_SIZE, "out of memory");
  free(scratch);
  if (status) fprintf(stderr, "%s\n", error.text);
  return status == TWOCS_OK;
}

int main(void) {
  twocs_plan plan;
  twocs_point point;
  twocs_error error;
  twocs_plan_init(&plan);
  if (twocs_plan_choose(&plan, "all_reduce", "tree", &error)) return fprintf(stderr, "%s\n", error.text), 1;

  twocs_point_init(&point);
  point.model.head_dim = 64; /* heads and FFN follow from h */
  point.run.sl = 4096;
  point.device = *twocs_device_find("h100_sxm");

  double share[12], legal[12], *const out[] = {share, legal};
  if (!table(&plan, &point, out)) return 1;
  printf("%8s %10s %10s %10s %10s\n", "H", "TP 4", "TP 16", "TP 64", "TP 256");
  for (int i = 0; i < 3; i++) {
    printf("%8d", 4096 << 2 * i);
    for (int j = 0; j < 4; j++) printf(" %8.1f %c", 100 * share[4 * i + j], legal[4 * i + j] > 0 ? '%' : '*');
    printf("\n");
  }
  printf("share of serialized communication; *: TP does not divide the heads\n");
  return 0;
}
