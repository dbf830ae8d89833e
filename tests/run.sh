#!/usr/bin/env bash
# Lint, types and tests on a clean clone; all that is needed beforehand is Python 3.11 or newer.
#
#   bash tests/run.sh [pytest arguments]         e.g. bash tests/run.sh -k floors
#   PYTHON=python3.12 bash tests/run.sh          on another Python; each has an environment of its own, .venv/3.12
#   bash tests/run.sh --all [pytest arguments]   then the tests once more on every other supported Python found, but not
#                                                those marked "office": LibreOffice brings a Python of its own
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

apt_install() {
    { command -v apt-get && as_root true; } &>/dev/null || return 1
    say "Installing $*"
    as_root apt-get update -qq &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" >/dev/null
}

# The first of the named commands that runs and is new enough. Pyenv puts commands on PATH that do not run and keeps
# those that do elsewhere; hence the second place to look.
find_python() {
    local name candidate
    for name in "$@"; do
        for candidate in "$name" "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/*/bin/"$name"; do
            if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' &>/dev/null; then
                printf '%s\n' "$candidate"
                return
            fi
        done
    done
    return 1
}

# Sets `version` and `venv`: makes the environment where it is missing, installs where the clone or pyproject.toml is new.
prepare() {
    local python=$1 wanted
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    venv=.venv/$version
    if ! "$venv/bin/python" -m pip --version &>/dev/null; then
        if ! "$python" -c 'import ensurepip' &>/dev/null && ! apt_install "python$version-venv"; then
            say "$python cannot make virtual environments; install python$version-venv and start again."
            exit 1
        fi
        "$python" -m venv --clear "$venv"
    fi
    wanted="$PWD $(cksum <pyproject.toml)"
    if [ "$(cat "$venv/installed" 2>/dev/null)" != "$wanted" ]; then
        "$venv/bin/python" -m pip install -qq --disable-pip-version-check --editable '.[test]'
        printf '%s\n' "$wanted" >"$venv/installed"
    fi
}

office_ready() { { command -v soffice && command -v pdftoppm && /usr/bin/python3 -c 'import uno'; } &>/dev/null; }

# Pyodide for Node and the wheel of xlwings that it can load; what is there needs no network.
pyodide=314.0.7
pyodide_ready() {
    [ "$(node -p 'require("./.cache/pyodide/node_modules/pyodide/package.json").version' 2>/dev/null)" = "$pyodide" ] &&
        ls .cache/pyodide/wheels/xlwings-*-none-any.whl &>/dev/null
}
prepare_pyodide() {
    command -v npm >/dev/null || apt_install nodejs npm || return 1
    say "Installing Pyodide $pyodide"
    mkdir -p .cache/pyodide/wheels
    npm install --prefix .cache/pyodide --silent --no-audit --no-fund "pyodide@$pyodide" >&2 &&
        "$venv/bin/python" -m pip download -qq --disable-pip-version-check --no-deps --only-binary=:all: --platform any \
            --implementation py --dest .cache/pyodide/wheels xlwings
}

run_tests() {
    say "== Tests on Python $version"
    "$venv/bin/python" -m pytest "$@"
}

all=no
if [ "${1:-}" = --all ]; then
    all=yes
    shift
fi

python=$(find_python ${PYTHON:-python3 python3.11 python3.12 python3.13}) || {
    say "${PYTHON:-Python} does not run here, or is older than 3.11."
    exit 1
}
prepare "$python"

if ! office_ready && ! apt_install libreoffice-calc python3-uno poppler-utils; then
    missing="LibreOffice Calc, python3-uno or poppler-utils is missing and cannot be installed from here"
    missing+=" (no apt-get, or neither root nor sudo)"
    if [ "${CI:-}" = true ]; then
        say "$missing: on CI that is a failure."
        exit 1
    fi
    say "$missing: the tests that need it are skipped."
fi

if ! pyodide_ready && ! prepare_pyodide; then
    missing="Node or the npm package pyodide is missing and cannot be installed from here"
    if [ "${CI:-}" = true ]; then
        say "$missing: on CI that is a failure."
        exit 1
    fi
    say "$missing: the tests that need it are skipped."
fi

"$venv/bin/ruff" check
"$venv/bin/ruff" format --check
"$venv/bin/mypy"
run_tests "$@"

[ "$all" = yes ] || exit 0
tested=$version
outputs=$(mktemp -d)
trap 'rm -rf "$outputs"' EXIT
for name in python3.11 python3.12 python3.13; do
    [ "$name" != "python$tested" ] || continue
    python=$(find_python "$name") || {
        say "== $name: none here that runs"
        continue
    }
    prepare "$python"
    run_tests -m "not office" "$@" &>"$outputs/$version" & # side by side, each on a core of its own
done
failed=no
for job in $(jobs -p); do wait "$job" || failed=yes; done
find "$outputs" -type f -exec cat {} +
[ "$failed" = no ]
