// k-DOPs against k-DOPs, as FCL's trees have them, for fcl.cpp and fcl_float.cpp. Include the
// headers of FCL before this.
#pragma once
#include "peers.h"

#include <vector>

namespace {

template <typename volume> struct kdops { std::vector<volume> queries, objects; };

template <typename volume> volume make_kdop(const collide_vec3 *corner) {
    volume k(fcl::Vector3<float>(corner[0].x, corner[0].y, corner[0].z));
    for (int i = 1; i < 8; ++i)
        k += fcl::Vector3<float>(corner[i].x, corner[i].y, corner[i].z);
    return k;
}

template <typename volume> void *prepare_kdops(const peers_input *in, int) {
    kdops<volume> *k = new kdops<volume>;
    for (size_t i = 0; i < in->kdops; ++i)
        k->queries.push_back(make_kdop<volume>(in->query_corners + 8 * i));
    for (size_t i = 0; i < in->n; ++i)
        k->objects.push_back(make_kdop<volume>(in->object_corners + 8 * i));
    return k;
}

template <typename volume> void release_kdops(void *state) {
    delete static_cast<kdops<volume> *>(state);
}

template <typename volume> void answer_kdops(void *state, const peers_answers *out) {
    const kdops<volume> *k = static_cast<const kdops<volume> *>(state);
    uint8_t *hit = out->hit;
    for (const volume &query : k->queries)
        for (const volume &object : k->objects)
            *hit++ = query.overlap(object);
}

} // namespace
