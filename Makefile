# The commands of the README. Each is complete on a fresh Debian 12: it installs
# the packages it needs, configures, builds and runs. The work is in utils/.

.PHONY: help demo test test-asan test-tsan bench docs format clean

help:
	@echo 'make demo       build, partition and run a program, train a small transformer'
	@echo 'make test       build and run all tests'
	@echo 'make test-asan  the tests under ASan and UBSan, and the fuzz targets'
	@echo 'make test-tsan  the tests under the thread sanitizer'
	@echo 'make bench      measure against jaxlib, printed as ratios'
	@echo 'make docs       the dialect and pass reference, in build/dev/docs'
	@echo 'make format     clang-format on all C++ files'
	@echo 'make clean      remove build/ (keeps .venv)'

demo:
	@utils/demo.sh

# Which builds are tested, as presets of CMakePresets.json; .ci/run says `dev asan`.
PRESETS = dev
test:
	@utils/test.sh $(PRESETS)

test-asan:
	@utils/test.sh asan

test-tsan:
	@utils/test.sh tsan

bench:
	@utils/bench.sh

docs:
	@utils/docs.sh

format:
	@git ls-files '*.cpp' '*.h' | xargs clang-format-22 -i

clean:
	@rm -rf build
