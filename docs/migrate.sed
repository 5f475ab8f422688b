# Does the renames of version 0.15.0. Run it once on sources that call version 0.12 to 0.14:
#     sed -E -i.bak -f migrate.sed your_sources
# It renames functions, types and the member pair_contacts. It leaves other members and parameters
# alone: the compiler finds these, and the table in CHANGELOG.md says what to write.
s/\bcollide_motion\b/collide_velocity/g
s/\bcollide_body_contact\b/collide_body_touch/g
s/\bcollide_(triangle_triangle|tree_tree|bodies)_contacts\b/collide_\1_touches/g
s/\bpair_contacts\b/pair_touches/g
s/\bcollide_triangle_triangle_pairs(_unchecked)?\b/collide_mesh_mesh_pairs/g
s/\bcollide_(obb|triangle|sphere)_movers\b/collide_\1_array/g
s/\bcollide_spline_(aabb|obb)_(near_)?many/collide_\1_spline_\2many/g
s/\bcollide_cylinder_terrain_(contacts_)?many\b/collide_terrain_cylinder_\1many/g
