// distances_fcl.cpp in float, which Debian's library is not compiled for: the headers, with -O3
// -march=native. They get a namespace of their own, as in fcl_float.cpp.
#define Eigen Eigen_native
#define fcl fcl_native
#define DISTANCES_FCL_TABLE distances_fcl_float
#define DISTANCES_FCL_SCALAR float
#define DISTANCES_FCL_NAME(way) "FCL, " way ", float"
#include "distances_fcl.cpp"
