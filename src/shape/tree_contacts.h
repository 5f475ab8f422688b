#pragma once
#include "contacts.h"
#include "tree.h"

// ---- contacts of a shape with a mesh ---------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)

COLLIDE_API size_t collide_shape_tree_contacts(const collide_shape *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(a && (contacts || !capacity));
    (void)a, (void)b, (void)pose_b, (void)options, (void)contacts, (void)capacity;
    return 0;
}
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
