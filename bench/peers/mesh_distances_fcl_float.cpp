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

// What the headers leave to the library.
namespace fcl {

Triangle::Triangle() {
}
Triangle::Triangle(size_t a, size_t b, size_t c) {
    set(a, b, c);
}
void Triangle::set(size_t a, size_t b, size_t c) {
    vids[0] = a;
    vids[1] = b;
    vids[2] = c;
}
size_t Triangle::operator[](int i) const {
    return vids[i];
}
size_t &Triangle::operator[](int i) {
    return vids[i];
}
bool BVNodeBase::isLeaf() const {
    return first_child < 0;
}
int BVNodeBase::primitiveId() const {
    return -(first_child + 1);
}
int BVNodeBase::leftChild() const {
    return first_child;
}
int BVNodeBase::rightChild() const {
    return first_child + 1;
}
void detail::updateFrontList(BVHFrontList *, int, int) {
} // no list is ever asked for

} // namespace fcl

#include "mesh_distances_fcl.cpp"
