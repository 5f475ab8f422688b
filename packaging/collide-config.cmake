# find_package(collide CONFIG): the target collide::collide. The prefix is where this file lies, so
# that an installation may be moved.
foreach(component IN LISTS collide_FIND_COMPONENTS)
    if(collide_FIND_REQUIRED_${component})
        set(collide_FOUND FALSE)
        set(collide_NOT_FOUND_MESSAGE "collide has no components")
    endif()
endforeach()
if(NOT TARGET collide::collide)
    get_filename_component(collide_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
    add_library(collide::collide INTERFACE IMPORTED)
    set_target_properties(collide::collide PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${collide_prefix}/include")
    unset(collide_prefix)
endif()
