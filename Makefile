# collide.h is two headers: nothing here is needed to use them. Plain `make` lists the targets.
CC ?= cc
CFLAGS ?= -O2
# Real inputs for tests; where the folder is absent, the tests that read it are skipped.
DATA ?= ../shared/data
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
FUZZ_CC ?= $(shell command -v clang-14 || echo clang)
JOBS ?= 2
CLANG_FORMAT ?= $(shell command -v clang-format-14 || echo clang-format)
# Empty where the compiler has none.
OPENMP ?= -fopenmp

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
HEADERS := collide.h collide_simd.h
SOURCES := $(wildcard *.h src/*/*.h bench/*.[ch] bench/peers/*.[ch] bench/peers/*.cpp \
    examples/*.[ch] examples/web/*.[ch] tests/*.[ch] tests/msvc/*.h)
TEST_HEADERS := $(filter-out tests/golden_% tests/fuzz.h,$(wildcard tests/*.h)) bench/inputs.h \
    bench/mesh.h bench/queries.h
TESTS := cad kdop identity sat sat_identity sphere triangle ray ray_solids octree octree_near terrain contacts tree \
    motion solid cable cable_lists contact_options bisect open hardened shape_verdict shape_reach \
    shape_batches shape_clouds shape_contacts mesh_contacts shape shape_sweep tree_contacts \
    tree_distance tree_nearest terrain_distance cable_distance hull turning turning_meshes \
    turning_around
QUICK_PROGRAMS := $(TESTS:%=build/test_%)
PROGRAMS := $(QUICK_PROGRAMS) build/test_data build/test_sat_data build/test_mesh_exact build/test_growth \
    build/test_heaps build/test_scenes build/test_stack build/test_metamorphic
# Misuse is what test_hardened.c is about; what it asks runs under sanitizers in replay.sh.
SANITIZED := $(filter-out build/wide_hardened,$(TESTS:%=build/wide_%))
# The corpora of fuzz_identity.c and fuzz_calls.c ask the same under sanitizers.
LATER := $(addprefix build/san_,identity sat_identity motion tree_contacts sat sphere bisect shape_sweep \
    turning turning_meshes turning_around tree_distance tree_nearest terrain_distance cable_distance cad \
    triangle ray ray_solids solid cable contacts shape_verdict)
# What runs natively in each tier: programs, then scripts, all speaking TAP.
CHECKS := tests/text.sh tests/options.sh tests/symbols.sh tests/examples.sh
QUICK := $(QUICK_PROGRAMS) tests/parts.sh tests/golden.sh $(CHECKS)
# golden.sh and replay.sh first: they compile most, and symbols.sh and examples.sh find their objects.
FULL := $(PROGRAMS) $(SANITIZED) tests/golden.sh tests/replay.sh tests/parts.sh tests/packaging.sh \
    tests/benchmark.sh tests/readme.sh $(CHECKS) tests/broken.sh
NORMAL := $(filter-out $(LATER),$(FULL:build/wide_%=build/san_%))
FUZZ := builders identity calls
EXAMPLES := build/quickstart build/teapot build/racer build/wheels build/barrels build/tumble \
    build/flight build/harness build/vibration build/distance build/stack build/level build/vehicle \
    build/contacts build/touches build/volumes build/cost build/field build/clearance build/gears \
    build/game build/robot
# Files that they read.
READS := build/teapot=teapot.off build/flight=teapot.off build/harness=teapot.off \
    build/wheels=volcano.txt build/barrels=volcano.txt build/vehicle=volcano.txt \
    build/volumes=teapot.off build/cost=teapot.off build/clearance=teapot.off
EMCC ?= emcc
SIMDE ?= /usr/include/simde
THREE ?= /usr/share/javascript/three/three.min.js
WEB := $(patsubst examples/web/%,build/web/%,$(wildcard examples/web/*.html examples/web/*.css \
    examples/web/*.js)) build/web/web.wasm build/web/web-scalar.wasm build/web/volcano.txt \
    build/web/teapot.off build/web/three.min.js
PLAYWRIGHT := playwright-core@1.65.1

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

headers: ## write collide.h and collide_simd.h from the parts in src/ (python3)
	@python3 src/headers.py

interface: | build ## write build/interface.json: the interface as src/ declares it (python3)
	@python3 src/interface.py > build/interface.json

docs: ## write docs/functions.md and docs/grid.md from src/ (python3)
	@python3 src/interface.py --table > docs/functions.md
	@python3 src/interface.py --grid > docs/grid.md

graph: ## print the includes of each part of src/
	@python3 src/headers.py --graph

parts: ## compile each part of src/ alone
	@COLLIDE_TEST_ONLY='each part compiles alone' sh tests/parts.sh

# A line of the recipe.
define run_example
	$(1) $(patsubst $(1)=%,examples/data/%,$(filter $(1)=%,$(READS)))

endef

demo: ## run the examples; needs cc alone (two minutes)
	@$(MAKE) --no-print-directory -j$(JOBS) $(EXAMPLES)
	$(foreach example,$(EXAMPLES),$(call run_example,$(example)))
	@echo "$(words $(EXAMPLES)) programs ran; all answers agreed"

fleet: ## build examples/fleet.c for threads and for many machines (OpenMP, MPI)
	@sh tests/deps.sh fleet
	@$(MAKE) --no-print-directory build/fleet
	@echo "build/fleet is ready"
	@if command -v mpicc >/dev/null; then $(MAKE) --no-print-directory build/fleet-mpi && \
	echo "build/fleet-mpi is ready: mpirun -n 2 build/fleet-mpi"; \
	else echo "mpicc is not installed: no build/fleet-mpi"; fi

web: ## build the browser demo in build/web (emscripten, three.js)
	@sh tests/deps.sh web
	@$(foreach needed,$(EMCC) $(SIMDE)/wasm/simd128.h $(THREE),command -v $(needed) >/dev/null || \
	    [ -f $(needed) ] || { echo "make web: $(needed) is missing" >&2; exit 1; };)
	@$(MAKE) --no-print-directory --silent -j$(JOBS) $(WEB)
	@echo "build/web is ready: python3 -m http.server --directory build/web"

test-web: web ## drive the browser demo in headless Chromium (build/web-test)
	@sh tests/deps.sh test-web
	@$(MAKE) --no-print-directory --silent build/web-test/$(PLAYWRIGHT)
	@sh tests/run.sh tests/web.mjs

site: interface ## build the documentation with search and reference in build/site (mkdocs)
	@sh tests/deps.sh site
	@$(MAKE) --no-print-directory web || echo "make site: it has no browser demo" >&2
	@mkdir -p build/pages && mkdocs build --quiet --strict --clean -f docs/site/mkdocs.yml
	@echo "build/site is ready: python3 -m http.server --directory build/site"

test-site: site ## test the site in headless Chromium: links, reference, search, demo
	@sh tests/deps.sh test-web
	@$(MAKE) --no-print-directory --silent build/web-test/$(PLAYWRIGHT)
	@sh tests/run.sh tests/site.mjs

pictures: ## draw examples/pictures/*.png with the examples (libstb-dev)
	@sh tests/deps.sh pictures
	@$(MAKE) --no-print-directory -j$(JOBS) $(EXAMPLES)
	@mkdir -p examples/pictures
	build/teapot examples/data/teapot.off --png examples/pictures/teapot.png
	build/wheels examples/data/volcano.txt --png examples/pictures/wheels.png
	build/barrels examples/data/volcano.txt --png examples/pictures/barrels.png
	build/tumble 1000 --png examples/pictures/tumble.png
	build/flight examples/data/teapot.off --png examples/pictures/flight.png
	build/harness examples/data/teapot.off --png examples/pictures/harness.png
	build/vibration --png examples/pictures/vibration.png
	build/racer --png examples/pictures/racer.png
	build/contacts --png examples/pictures/contacts.png
	build/distance --png examples/pictures/distance.png
	build/stack --png examples/pictures/stack.png
	build/level --png examples/pictures/level.png
	build/vehicle examples/data/volcano.txt --png examples/pictures/vehicle.png
	build/volumes examples/data/teapot.off --png examples/pictures/volumes.png
	build/field --png examples/pictures/field.png
	build/clearance examples/data/teapot.off --png examples/pictures/clearance.png
	build/gears --png examples/pictures/gears.png
	build/game --png examples/pictures/game.png
	build/robot --png examples/pictures/robot.png
	build/touches nine --png examples/pictures/touches-nine.png
	build/touches contacts --png examples/pictures/touches.png

# What is asked for, made; if it cannot be, the tally says so.
make_all = $(MAKE) --no-print-directory -j$(JOBS) $(1) || \
    { echo "0 passed, 1 failed, 0 skipped"; false; }

test: ## run all tests as CI does (10 to 15 minutes); install missing packages or name them
	@sh tests/deps.sh test machines
	@+$(call make_all,$(filter build/%,$(NORMAL)) build/data.stamp $(EXAMPLES) EXAMPLE_FLAGS='$(LEVEL)')
	@JOBS=$(JOBS) COLLIDE_TEST_TIER=normal COLLIDE_TEST_DATA=build/data sh tests/run.sh $(NORMAL)

test-quick: ## run the tests for every commit (under 30 seconds)
	@sh tests/deps.sh test
	@+$(call make_all,$(QUICK_PROGRAMS))
	@JOBS=$(JOBS) COLLIDE_TEST_TIER=quick sh tests/run.sh $(QUICK)

test-full: ## run long counts, every compiler at every level, promises broken on purpose
	@sh tests/deps.sh test machines
	@+$(call make_all,$(filter build/%,$(FULL)) build/data.stamp)
	@JOBS=$(JOBS) COLLIDE_TEST_TIER=full COLLIDE_TEST_DATA=build/data sh tests/run.sh $(FULL)

bench: build/bench ## build the benchmark; build/bench help explains its command line
	@echo "build/bench is ready: build/bench list; build/bench run kdop18 --n 512"

compare: build/bench ## time cases on all instruction sets with hyperfine (40 minutes; build/compare)
	@sh tests/deps.sh compare
	@sh bench/compare.sh

results: build/bench build/growth ## run all benchmarks on this machine (an hour or more; RESULTS=options)
	@sh tests/deps.sh compare peers results
	@$(MAKE) --no-print-directory --silent -f bench/peers/peers.mk build/peers/peers \
	    build/peers/distances build/peers/mesh_distances build/peers/motions
	@CC="$(CC)" CFLAGS="$(CFLAGS)" python3 bench/measure.py $(RESULTS)
	@python3 bench/report.py

plots: ## draw the plots and tables of bench/results, README.md and docs/ anew (gnuplot)
	@sh tests/deps.sh results
	@python3 bench/report.py

bench-peers: ## compare with rivals: times, ratios, wrong answers (20 minutes; PEERS=options)
	@sh tests/deps.sh peers
	@$(MAKE) --no-print-directory --silent -f bench/peers/peers.mk
	@build/peers/peers $(PEERS)

deps: ## install the packages of tests, benchmarks and lint (Debian, Ubuntu), or name them
	@sh tests/deps.sh test machines compare peers results lint fuzz coverage fleet pictures

# What clang-tidy reads but for the headers, which it reads by tests/headers.c.
TIDIED = $(filter-out tests/headers.c,$(filter %.c,$(SOURCES)))

# The rows for lint in tests/text.sh leave this out: phrases have a row of their own.
PHRASES ?= sh tests/phrases.sh

lint: build/fuzz_calls.h ## run clang-format, clang-tidy, cppcheck and tests/phrases.sh
	@sh tests/deps.sh lint
	@$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)
	@mkdir -p build
	clang-tidy --quiet tests/headers.c -- -std=c99 -I. \
	    -Xclang -analyzer-opt-analyze-headers 2>build/tidy.log || { cat build/tidy.log; false; }
	@# The analyser takes most of the time; tests run under sanitizers anyway. A rival in
	@# bench/peers cannot be read without the headers of its library.
	@for f in $(TIDIED); do flag=-DCOLLIDE__IMPLEMENTED; \
	    case " bench/limits.c $(OWN:%=tests/test_%.c) " in *" $$f "*) flag=-DOWN ;; esac; \
	    case $$f in bench/peers/*) $(CC) -E -I. $$f >build/tidy.txt 2>&1 || \
	    { echo "left out, since its library is not installed: $$f" >&2; continue; } ;; \
	    esac; echo "$$f $$flag"; done | xargs -P $(JOBS) -n 2 sh -c 'clang-tidy --quiet \
	    --checks=-clang-analyzer-* --header-filter="(tests|bench|peers|examples)/[a-z_]*[.]h" \
	    $$0 -- -std=c99 -I. -Ibuild $$1' 2>build/tidy.log || { cat build/tidy.log; false; }
	cppcheck --quiet --std=c99 --enable=warning,performance,portability --inline-suppr \
	    --suppressions-list=tests/cppcheck.txt --error-exitcode=1 -I. tests/headers.c
	@$(PHRASES)

format: ## format all C files
	@$(CLANG_FORMAT) -i $(SOURCES)

fuzz: ## fuzz builders, batches and all calls, FUZZ_SECONDS each; crashes stay in build
	@sh tests/deps.sh fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) $(FUZZ:%=build/fuzz_%)
	@for target in $(FUZZ); do \
	    mkdir -p build/corpus/$$target && build/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) \
	    -max_len=160 -len_control=0 -print_final_stats=1 -artifact_prefix=build/ \
	    build/corpus/$$target tests/corpus/$$target || exit; done

fuzz-long: ## fuzz each target and family for FUZZ_SECONDS, at low priority
	@sh tests/deps.sh fuzz
	@$(MAKE) --no-print-directory $(FUZZ:%=build/fuzz_%)
	@sh tests/fuzz_long.sh $(FUZZ_SECONDS)

fuzz-accept: $(FUZZ:%=build/fuzz_%) ## add inputs of make fuzz that reach new code to tests/corpus
	for target in $(FUZZ); do mkdir -p build/corpus/$$target && build/fuzz_$$target -merge=1 \
	    -max_len=160 tests/corpus/$$target build/corpus/$$target || exit; done

coverage: ## list header lines that no test reaches (gcovr; build/coverage/index.html)
	@sh tests/deps.sh test coverage
	@sh tests/coverage.sh

golden: build/golden ## print the golden hashes and compare them with tests/golden.txt
	build/golden | tee build/golden.out
	cmp build/golden.out tests/golden.txt

golden-accept: build/golden ## accept the current hashes (explain why in the commit)
	build/golden > tests/golden.txt

# The same files as cmake --install; each finds the others from where it lies.
INSTALLED := include/collide.h include/collide_simd.h share/pkgconfig/collide.pc \
    share/cmake/collide/collide-config.cmake share/cmake/collide/collide-config-version.cmake
VERSION = $(shell sed -n 's/^\#define COLLIDE_VERSION_[MP][A-Z]* //p' collide.h | xargs | tr ' ' .)
INSTALL_TO = $(DESTDIR)$(PREFIX)

install: | build ## install headers, pkg-config and CMake files to PREFIX (/usr/local)
	@case "$(INSTALL_TO)" in /*) ;; *) echo "PREFIX is not an absolute path" >&2; false ;; esac
	@for f in collide.pc collide-config-version.cmake; do \
	    sed 's/@COLLIDE_VERSION@/$(VERSION)/' packaging/$$f.in > build/$$f.$$$$ && \
	        mv build/$$f.$$$$ build/$$f || exit; done
	install -d $(foreach f,$(sort $(dir $(INSTALLED))),"$(INSTALL_TO)/$(f)")
	install -m 644 $(HEADERS) "$(INSTALL_TO)/include"
	install -m 644 build/collide.pc "$(INSTALL_TO)/share/pkgconfig"
	install -m 644 packaging/collide-config.cmake build/collide-config-version.cmake \
	    "$(INSTALL_TO)/share/cmake/collide"

uninstall: ## remove the installed files from PREFIX
	rm -f $(foreach f,$(INSTALLED),"$(INSTALL_TO)/$(f)")
	rmdir "$(INSTALL_TO)/share/cmake/collide" 2>/dev/null || true

clean: ## remove the folder build
	rm -rf build

build:
	@mkdir -p build

# Examples are built anew when the library that writes pictures comes or goes.
STB := build/stb.$(if $(wildcard /usr/include/stb/stb_image_write.h),there,absent)
$(STB): | build
	@rm -f build/stb.* && touch $@

# They hold the implementation, but here share one object of it, which takes long to compile.
SHARED := -DCOLLIDE__IMPLEMENTED
EXAMPLE_HEADERS := $(wildcard examples/*.h)
EXAMPLE_FLAGS ?= $(CFLAGS)

$(EXAMPLES): build/%: examples/%.c $(EXAMPLE_HEADERS) $(wildcard tests/s*.h) $(STB) build/headers.o
	$(CC) $(EXAMPLE_FLAGS) $(SHARED) $< build/headers.o -lm -o $@

build/fleet: examples/fleet.c build/headers.o
	$(CC) $(CFLAGS) $(SHARED) $(OPENMP) $< build/headers.o -o $@

build/fleet-mpi: examples/fleet.c build/headers.o
	mpicc $(CFLAGS) $(SHARED) $(OPENMP) -DFLEET_MPI $< build/headers.o -o $@

build/bench build/growth: build/%: bench/%.c $(wildcard bench/*.h) $(HEADERS) | build
	$(CC) $(CFLAGS) -std=c99 $(WARNINGS) $< -o $@

build/golden: tests/golden.c $(wildcard tests/golden_*.h) $(wildcard bench/*.h) \
    build/headers.o
	$(CC) $(CFLAGS) $(SHARED) $(TEST) $< build/headers.o -o $@

# SIMDe by a link: -I/usr/include would hide the C library of WASM.
build/include/simde: | build
	@mkdir -p $(@D)
	ln -sfn $(SIMDE) $@

# The headers take most of the time: scenes that change do not compile them again.
WASM := $(EMCC) $(CFLAGS) -std=c99 $(WARNINGS) -isystem build/include
PAGE := $(WASM) -sSTANDALONE_WASM --no-entry -sINITIAL_MEMORY=67108864 examples/web/web.c

build/web_simd.o: tests/headers.c $(HEADERS) | build/include/simde
	$(WASM) -I. -msimd128 -c $< -o $@

build/web_scalar.o: tests/headers.c $(HEADERS) | build
	$(WASM) -I. -DCOLLIDE_NO_SIMD -c $< -o $@

build/web/web.wasm build/web/web-scalar.wasm: $(wildcard examples/web/*.[ch]) \
    examples/vectors.h examples/relax.h examples/robot.h tests/solver.h

build/web/web.wasm: build/web_simd.o | build/web
	$(PAGE) -msimd128 $< -o $@

build/web/web-scalar.wasm: build/web_scalar.o | build/web
	$(PAGE) -DCOLLIDE_NO_SIMD $< -o $@

build/web/three.min.js: $(THREE) | build/web
	cp $< $@

build/web/%: examples/web/% | build/web
	cp $< $@

build/web/%: examples/data/% | build/web
	cp $< $@

build/web:
	@mkdir -p $@

build/web-test/$(PLAYWRIGHT): | build
	@mkdir -p $(@D)
	npm install --prefix $(@D) --no-save --no-audit --no-fund --silent $(PLAYWRIGHT)
	@touch $@

# Compiling the headers takes most of the time, so programs share one object of them for each set of
# flags (tests/object.sh); OWN programs ask kernels that no object gives away.
OWN := contacts hardened
# One width of vectors besides scalar code: half to compile. The full tier has all of them under
# sanitizers, and private functions, too.
NARROW := -DCOLLIDE_NO_AVX2 -DCOLLIDE_NO_AVX512
# What the sanitizer of addresses sees as well, where memory is used: a third of compiling.
SEEN := $(NARROW) -fno-sanitize=null -fno-sanitize=object-size -fno-sanitize=pointer-overflow
sanitize = -std=c99 -O1 -fsanitize=address,undefined,float-cast-overflow $(1) -g1 \
    -fno-sanitize-recover=all
TEST := -std=c99 $(WARNINGS) -I.
# Programs themselves are compiled for less than they are run.
LEVEL = $(CFLAGS:-O2=-O1)
SANITIZED_TEST := -O0 -I. -DCOLLIDE_TEST_SANITIZED

# Flags: the target is that object, replaced at once, since another make may link it.
define object
	cp "$$(sh tests/object.sh $(CC) $(1))" $@.$$$$ && mv $@.$$$$ $@
endef

build/headers.o: tests/headers.c tests/object.sh $(HEADERS) | build
	$(call object,-std=c99 $(CFLAGS))

build/san_headers.o: tests/headers.c tests/object.sh $(HEADERS) | build
	$(call object,$(call sanitize,$(SEEN)))

build/wide_headers.o: tests/headers.c tests/object.sh $(HEADERS) | build
	$(call object,$(call sanitize,))

$(OWN:%=build/test_%): build/test_%: tests/test_%.c $(TEST_HEADERS) $(HEADERS) | build
	$(CC) $(LEVEL) $(TEST) -Ibuild $< -o $@ -lcmocka -lgmp -lm

# Its kernels alone; the full tier has them of all widths under sanitizers.
build/test_contacts: CFLAGS += $(NARROW)

# They take longer to compile at -O1 than they save.
build/test_hull build/test_solid build/test_motion: LEVEL = -O0

# It compiles all families for little use.
build/test_hardened: CFLAGS += -O0
build/test_hardened: tests/fuzz_calls.c tests/fuzz.h build/fuzz_calls.h

$(OWN:%=build/wide_%): build/wide_%: tests/test_%.c $(TEST_HEADERS) $(HEADERS) | build
	$(CC) $(call sanitize,) -I. -DCOLLIDE_TEST_SANITIZED $< -o $@ -lcmocka -lgmp -lm

# What counts work, whose counts are those of all instruction sets. Its object is that of a row of
# golden.sh, whose flags are for gcc.
COUNTS := -DCOLLIDE_COUNT_WORK -DCOLLIDE_NO_SIMD
COUNTING = $(if $(findstring clang,$(shell $(CC) --version)),-std=c99 -O1 $(COUNTS),$(shell \
    sed -n "s/^loose='\(.*\)'/\1/p" tests/table.sh))

build/work_headers.o: tests/headers.c tests/object.sh $(HEADERS) | build
	$(call object,$(COUNTING))

build/test_growth build/test_heaps build/test_shape build/test_terrain_distance: build/test_%: tests/test_%.c \
    build/work_headers.o $(TEST_HEADERS)
	$(CC) $(LEVEL) $(TEST) $(COUNTS) $< build/work_headers.o -o $@ -lcmocka -lgmp -lm

# Names are bound before, since that takes stack, too. The many calls are not optimised: the object
# is what they ask about.
build/test_stack build/test_metamorphic: build/test_%: tests/test_%.c tests/fuzz_calls.c tests/fuzz.h \
    build/fuzz_calls.h build/headers.o
	$(CC) $(CFLAGS) -O0 $(TEST) -Ibuild $(SHARED) $< build/headers.o -Wl,-z,now -o $@

build/test_%: tests/test_%.c build/headers.o $(TEST_HEADERS)
	$(CC) $(LEVEL) $(TEST) $< build/headers.o -o $@ -lcmocka -lgmp -lm

# Of the tests themselves the memory alone, which the headers might write beyond; make test-full has
# them whole. A program that holds a part of src/ (tests/inside.h) is sanitized whole, too.
build/san_%: tests/test_%.c build/san_headers.o $(TEST_HEADERS)
	$(CC) $(call sanitize,$(SEEN)) $(if $(shell grep -l TEST_PART $<),,-fno-sanitize=undefined \
	    -fno-sanitize=float-cast-overflow) $(SANITIZED_TEST) $(if $(filter $*,$(OWN)),$(SHARED)) \
	    -c $< -o $@.o && $(CC) $(call sanitize,$(SEEN)) $@.o build/san_headers.o -o $@ \
	    -lcmocka -lgmp -lm

# Its oracle takes long at -O0.
build/san_terrain build/wide_terrain: SANITIZED_TEST += -O1

build/wide_%: tests/test_%.c build/wide_headers.o $(TEST_HEADERS)
	$(CC) $(call sanitize,) $(SANITIZED_TEST) $< build/wide_headers.o -o $@ -lcmocka -lgmp -lm

# The targets share an object, too, which counts work.
FUZZED := -std=c99 -g1 -O1 -DCOLLIDE_COUNT_WORK -fno-sanitize-recover=all -I.
FUZZERS := address,undefined,float-cast-overflow

build/fuzz_headers.o: tests/headers.c $(HEADERS) | build
	$(FUZZ_CC) $(FUZZED) -fsanitize=fuzzer-no-link,$(FUZZERS) -c $< -o $@

build/fuzz_calls.h: tests/fuzz_calls.py src/interface.py $(HEADERS) | build
	python3 $< > $@.$$$$ && mv $@.$$$$ $@

build/fuzz_calls: build/fuzz_calls.h

build/fuzz_%: tests/fuzz_%.c tests/fuzz.h build/fuzz_headers.o $(TEST_HEADERS)
	$(FUZZ_CC) $(FUZZED) -Ibuild $(SHARED) -fsanitize=fuzzer,$(FUZZERS) $< build/fuzz_headers.o -o $@

# Published inputs as flat text; empty where there are none.
build/data.stamp: tests/flatten.py | build
	@mkdir -p build/data
	@if [ -d "$(DATA)" ]; then python3 tests/flatten.py "$(DATA)" build/data && touch $@; \
	else echo "no data in $(DATA): the tests that read it are skipped"; fi

.PHONY: help headers interface docs graph parts demo fleet pictures web test-web site test-site \
    test test-quick test-full bench compare results plots bench-peers deps lint format fuzz \
    fuzz-long fuzz-accept coverage golden golden-accept install uninstall clean
