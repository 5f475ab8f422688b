// FCL in float, which Debian's library is not compiled for: its headers have a namespace of their
// own, and here is what they leave to the library. Include it after them.
#ifndef PEERS_FCL_REST_H
#define PEERS_FCL_REST_H

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

#endif // PEERS_FCL_REST_H
