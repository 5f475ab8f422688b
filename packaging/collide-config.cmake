# find_package(collide CONFIG): the target collide::collide. The prefix is where this file lies, so
# that an installation may be moved.
if(NOT TARGET collide::collide)
    get_filename_component(collide_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(collide::collide INTERFACE IMPORTED)
    set_target_properties(collide::collide PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${collide_prefix}/include")
    unset(collide_prefix)
endif()
