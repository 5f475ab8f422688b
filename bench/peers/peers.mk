# Builds build/peers/peers from every rival whose package is installed, and names those that are
# left out. Run from the top folder; make bench-peers does.
CC ?= cc
CXX ?= c++
CFLAGS ?= -O2
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
OUT := build/peers
COMMON := bench/peers/peers.h bench/peers/plain.h bench/inputs.h bench/mesh.h collide.h collide_simd.h $(OUT)/rivals

GCC := $(shell command -v gcc)
CLANG := $(shell command -v clang-14 || command -v clang)
$(if $(GCC),,$(info left out: plain loops by gcc, which is not installed))
$(if $(CLANG),,$(info left out: plain loops by clang, which is not installed))
WANTED := fcl ccd ode bullet
LIBRARIES := $(strip $(foreach l,$(WANTED),$(if $(shell pkg-config --exists $(l) && echo yes),\
    $(l),$(info left out: $(l), since lib$(l)-dev or pkg-config is not installed))))
# Embree says nothing to pkg-config.
EMBREE := $(shell $(CC) -E -include embree3/rtcore.h -x c /dev/null >/dev/null 2>&1 && echo embree)
$(if $(EMBREE),,$(info left out: embree, since libembree-dev is not installed))
ABSENT := $(filter-out $(LIBRARIES) $(EMBREE),$(WANTED) embree)
PLAIN := $(if $(GCC),gcc_O2 gcc_O3) $(if $(CLANG),clang_O2 clang_O3)
RIVALS := ours $(PLAIN:%=plain_%) $(PLAIN:%=plain_tree_%) $(LIBRARIES) $(EMBREE) \
    $(if $(filter fcl,$(LIBRARIES)),fcl_float) $(if $(wildcard build/old/build/peers.o),old)

$(OUT)/peers: $(RIVALS:%=$(OUT)/%.o) $(OUT)/peers.o
	$(CXX) $^ $(if $(LIBRARIES),$(shell pkg-config --libs $(LIBRARIES))) $(EMBREE:embree=-lembree3) -lm -o $@

# Distances: a program of their own.
DISTANCES := $(filter fcl bullet,$(LIBRARIES)) $(if $(filter fcl,$(LIBRARIES)),fcl_float)
$(OUT)/distances: $(OUT)/distances.o $(DISTANCES:%=$(OUT)/distances_%.o)
	$(CXX) $^ $(if $(DISTANCES),$(shell pkg-config --libs $(filter $(LIBRARIES),$(DISTANCES)))) -lm -o $@

$(OUT)/distances.o: bench/peers/distances.c bench/peers/distances.h bench/distances.h $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) \
	    '-DDISTANCE_TABLES(X)=$(patsubst %,X(distances_%),$(DISTANCES))' -c $< -o $@

$(OUT)/distances_fcl_float.o: bench/peers/distances_fcl.cpp
$(OUT)/distances_fcl_float.o: NATIVE := -march=native
$(OUT)/distances_%.o: bench/peers/distances_%.cpp bench/peers/distances.h bench/distances.h $(COMMON)
	$(CXX) -O3 $(NATIVE) -DNDEBUG -std=c++14 -Wall -Wextra -Wno-maybe-uninitialized \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags $(*:_float=)))) \
	    -c $< -o $@

# Distances of meshes and of points and meshes, the same. CGAL is headers alone.
CGAL := $(shell $(CXX) -E -include CGAL/AABB_tree.h -x c++ /dev/null >/dev/null 2>&1 && echo cgal)
$(if $(CGAL),,$(info left out: cgal, since libcgal-dev is not installed))
MESHES := $(filter fcl,$(LIBRARIES)) $(if $(filter fcl,$(LIBRARIES)),fcl_float) $(EMBREE) $(CGAL)
$(OUT)/mesh_distances: $(OUT)/mesh_distances.o $(MESHES:%=$(OUT)/mesh_distances_%.o)
	$(CXX) $^ $(if $(filter fcl,$(LIBRARIES)),$(shell pkg-config --libs fcl)) \
	    $(EMBREE:embree=-lembree3) $(CGAL:cgal=-lmpfr -lgmp) -lm -o $@

$(OUT)/mesh_distances.o: bench/peers/mesh_distances.c bench/peers/mesh_distances.h $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) \
	    '-DMESH_TABLES(X)=$(patsubst %,X(mesh_distances_%),$(MESHES))' -c $< -o $@

$(OUT)/mesh_distances_embree.o: bench/peers/mesh_distances_embree.c \
    bench/peers/mesh_distances.h $(COMMON)
	$(CC) -O3 -DNDEBUG -std=c99 $(WARNINGS) -c $< -o $@

$(OUT)/mesh_distances_cgal.o: bench/peers/mesh_distances_cgal.cpp bench/peers/mesh_distances.h $(COMMON)
	$(CXX) -O3 -DNDEBUG -std=c++14 -w -c $< -o $@

$(OUT)/mesh_distances_fcl_float.o: bench/peers/mesh_distances_fcl.cpp
$(OUT)/mesh_distances_fcl_float.o: NATIVE := -march=native
$(OUT)/mesh_distances_f%.o: bench/peers/mesh_distances_f%.cpp bench/peers/mesh_distances.h $(COMMON)
	$(CXX) -O3 $(NATIVE) -DNDEBUG -std=c++14 -Wall -Wextra -Wno-maybe-uninitialized \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags fcl))) \
	    -c $< -o $@

# Motions, the same.
MOTIONS := $(filter fcl bullet,$(LIBRARIES))
$(OUT)/motions: $(OUT)/motions.o $(MOTIONS:%=$(OUT)/motions_%.o)
	$(CXX) $^ $(if $(MOTIONS),$(shell pkg-config --libs $(MOTIONS))) -lm -o $@

$(OUT)/motions.o: bench/peers/motions.c bench/peers/motions.h bench/motions.h bench/distances.h $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) \
	    '-DMOTION_TABLES(X)=$(patsubst %,X(motions_%),$(MOTIONS))' -c $< -o $@

$(OUT)/motions_%.o: bench/peers/motions_%.cpp bench/peers/motions.h bench/motions.h \
    bench/distances.h $(COMMON)
	$(CXX) -O3 -DNDEBUG -std=c++14 -Wall -Wextra -Wno-maybe-uninitialized \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags $*))) -c $< -o $@

# Scenes: a program of their own, if Bullet is there.
$(OUT)/scenes: bench/peers/scenes.cpp $(wildcard tests/s*.h) $(COMMON)
	$(CXX) -O2 -DNDEBUG -std=c++14 -Wall -Wextra \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags bullet))) $< \
	    $(shell pkg-config --libs bullet) -lm -o $@

# A rival that came or went changes the program.
$(OUT)/rivals: always
	@mkdir -p $(OUT)
	@echo '$(RIVALS)' | cmp -s - $@ || echo '$(RIVALS)' > $@

$(OUT)/peers.o: bench/peers/peers.c $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) '-DPEERS_TABLES(X)=$(patsubst %,X(peers_%),$(RIVALS))' \
	    '-DPEERS_ABOUTS(X)=$(patsubst %,X(peers_%_about),$(LIBRARIES) $(EMBREE))' \
	    '-DPEERS_ABSENT="$(ABSENT)"' \
	    -c $< -o $@

$(OUT)/ours.o: bench/peers/ours.c $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) -c $< -o $@

# $(call plain,file,name,compiler,flags)
define plain
$(OUT)/$(1)_$(2)_$(word 1,$(subst -,,$(4))).o: bench/peers/$(1).c $(COMMON)
	$(3) $(4) -std=c99 $(WARNINGS) -DPLAIN_TABLE=peers_$(1)_$(2)_$(word 1,$(subst -,,$(4))) \
	    '-DPLAIN_HOW="$(2) $(4)"' -c $$< -o $$@
endef
$(foreach file,plain plain_tree,$(foreach flags,-O2 -O3~-march=native,\
    $(eval $(call plain,$(file),gcc,$(GCC),$(subst ~, ,$(flags))))\
    $(eval $(call plain,$(file),clang,$(CLANG),$(subst ~, ,$(flags))))))

VERSION = '-DPEERS_VERSION="$(shell pkg-config --modversion $*)"'
# By bench/old.sh.
$(OUT)/old.o: build/old/build/peers.o
	cp $< $@

$(OUT)/embree.o: bench/peers/embree.c $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) -c $< -o $@

$(OUT)/%.o: bench/peers/%.c $(COMMON)
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) $(VERSION) $(shell pkg-config --cflags $*) -c $< -o $@

$(OUT)/fcl.o $(OUT)/fcl_float.o: bench/peers/fcl_kdops.h
$(OUT)/fcl_float.o $(OUT)/mesh_distances_fcl_float.o: bench/peers/fcl_rest.h

# The headers alone, in a namespace of their own, so that nothing of the library is linked instead.
$(OUT)/fcl_float.o: bench/peers/fcl_float.cpp $(COMMON)
	$(CXX) -O3 -march=native -DNDEBUG -std=c++14 -Wall -Wextra -Wno-maybe-uninitialized \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags fcl))) \
	    -c $< -o $@

$(OUT)/%.o: bench/peers/%.cpp $(COMMON)
	$(CXX) -O3 -DNDEBUG -std=c++14 -Wall -Wextra -Wno-maybe-uninitialized $(VERSION) \
	    $(patsubst -I%,-isystem %,$(filter-out -std=%,$(shell pkg-config --cflags $*))) -c $< -o $@

.PHONY: always
