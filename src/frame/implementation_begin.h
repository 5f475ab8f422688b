#pragma once

// ################################################################################################
// Stop here if you only want to use the library.
// ################################################################################################

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE__IMPLEMENTED)
#define COLLIDE__IMPLEMENTED
