// SPDX-License-Identifier: MIT
//
// A C++ program includes and links every public header through twocs.h; install.sh compiles it against an installed tree.
#include <twocs.h>

#include <cstdio>
#include <vector>

int main() {
  twocs_point point;
  twocs_point_init(&point);
  const double x[] = {1, 2, 3}, t[] = {2, 4, 6};
  std::vector<char> curve(twocs_curve_size(3)), workspace(twocs_wall_scratch_size());
  if (twocs_curve_init(reinterpret_cast<twocs_curve *>(curve.data()), 3, x, t) != 0) return 1;
  if (!twocs_algorithm_find("all_reduce", "ring") || twocs_fit_scratch(3, 1) == 0 ||
      twocs_calibrate_scratch(3, 1, 1) == 0 || !twocs_device_find("h100_sxm") || workspace.empty() || !twocs_unit_name(0))
    return 1;
  const double h[] = {1024, 2048, 4096, 8192, 16384}, tp[] = {1, 2, 4, 8, 16, 32};
  const double *const values[] = {h, tp};
  const int field[] = {twocs_find("h"), twocs_find("tp")};
  const twocs_axis axis[] = {{5, 1, &field[0], &values[0]}, {6, 1, &field[1], &values[1]}};
  std::printf("%.0f layers, %zu points\n", point.model.layers, twocs_rows(2, axis));
}
