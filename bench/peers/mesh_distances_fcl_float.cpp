// mesh_distances_fcl.cpp in float, which Debian's library is not compiled for: the headers, with
// -O3 -march=native. They get a namespace of their own, as in fcl_float.cpp.
#define Eigen Eigen_native
#define fcl fcl_native
#define MESH_DISTANCES_TABLE mesh_distances_fcl_float
#define MESH_DISTANCES_SCALAR float
#define MESH_DISTANCES_NAME(volume) "FCL, " volume ", float, -march=native"
#include <fcl/math/triangle.h>

#include <fcl/geometry/bvh/BV_node_base.h>

#include <fcl/geometry/collision_geometry.h>

#include <fcl/narrowphase/collision_object.h>

#include <fcl/geometry/bvh/detail/BVH_front.h>

#include "fcl_rest.h"

#include "mesh_distances_fcl.cpp"
