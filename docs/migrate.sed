# Renames what version 0.15.0 renamed: sed -E -i.bak -f migrate.sed your_sources
# What changed its parameters is in the table of CHANGELOG.md; the compiler finds those calls.
s/\bcollide_motion\b/collide_velocity/g
s/\bcollide_body_contact\b/collide_body_touch/g
s/\bcollide_(triangle_triangle|tree_tree|bodies)_contacts\b/collide_\1_touches/g
s/\bpair_contacts\b/pair_touches/g
