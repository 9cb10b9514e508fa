"""The parts of the suite and the inputs of each (`devstack/suite/kept.py`): too many rather than too few."""

from pathlib import Path

from devstack.layout import ROOT
from devstack.suite.kept import Part

INSTALLED = ("conftest.py", "services.yml", "pyproject.toml", "**/pyproject.toml", "requirements*.lock")
"""Files that every run of Python depends on."""
SHARED = ("proto/**", "devstack/**", "services/kit/**", "services/testing/**", "services/demo/**")
"""Files that the tests of every service depend on."""
ASIDE = ("devstack/tests/**", "devstack/compose/**")
"""Files of devstack that are inputs only of the parts that name them."""
SOURCES = (*INSTALLED, "services/**", "devstack/**", "gateway/**", "proto/**", "sandbox/**")
WEB = ("services.yml", "web/*", "web/libs/**", "web/tools/**")
"""Files that every project of the web is built from."""
SERVED_NOT = (
    *ASIDE,
    "bench/**",
    "docs/**",
    "charts/**",
    "**/tests/**",
    "services/lint/**",
    "web/**/*.test.ts",
    "web/**/*.test.tsx",
    "**/*.md",
    ".ci/**",
    "docker-compose.yml",
    "skaffold.yaml",
)
"""Files that change no page in the browser."""
WRITTEN = ("README.md", "charts/**", "docker-compose.yml", "docs/operations.md", "skaffold.yaml")
"""Files that have a part written from services.yml (`devstack/written/services.py`)."""
DEPLOYED = ("backup/**", "devstack/compose/**", "web/package*.json", "web/libs/api/src/constants.ts", "*/Dockerfile")
"""Files that images and their versions are made from."""
APART = {"services/finance": ("invoices", "sync", "sending")}
"""Folders of tests that are separate runs, because the whole would take the longest by far."""
BYTES_A_SECOND = 4_000
"""Bytes of Python that a run tests in a second: a guess for the first run."""
USUAL_SECONDS = {"services/files": 240, "services/finance/invoices": 130, "backup": 125, "services/finance/sync": 110}
"""Runs that take much longer than that guess: few tests with much work."""


def running(*services: str) -> tuple[str, ...]:
    """Return the inputs of a test that calls real processes of these services."""
    return tuple(f"services/{name}/{folder}/**" for name in services for folder in ("src", "migrations", "demo"))


ALSO = {
    # The tests check that all three embed the same video sites, that page and kit make the same initials, and that each
    # room is in a wiring.
    "services/kit": (
        "gateway/dynamic/**",
        "web/libs/ui/src/richtext/**",
        "web/libs/ui/src/initials.json",
        "services/*/src/*/wiring.py",
        "services/*/src/*/*/module.py",
    ),
    # The page with its states, the gateway's routes to its calls, the file store with its receipts, the sandbox.
    "services/finance": ("docs/finance.md", "gateway/**", "sandbox/**", *running("files")),
    "services/people": running("files"),
    "services/identity": running("people", "finance"),  # services that use organisations
    "services/files": running("*"),  # owners of records say who may attach files
    "services/support": running("*"),  # every kind of record with comments has an owner
    "gateway": (*SOURCES, "docker-compose.yml"),
    "deploy": (*SOURCES, *WRITTEN, *DEPLOYED, "docs/**"),
    "deploy/running": (*SOURCES, "deploy/**", "backup/**", "web/**", ".dockerignore", *WRITTEN),
    "devstack": (
        *SOURCES,
        "backup/**",
        *WRITTEN,
        "web/package*.json",
        "web/libs/*/package.json",
        "web/apps/e2e/**",
        "web/**/*.test.ts",
        "web/**/*.test.tsx",
    ),
}
"""Further inputs of a place's tests, besides the kit and the tests themselves."""

RUFF = Part("ruff", ("**/*.py", "**/pyproject.toml", "requirements*.lock"))
RULES = Part("our rules", ("**",), tracked=True)
OXLINT = Part("oxlint", ("services.yml", "web/**"), node=True)
MYPY = Part("mypy", ("**/*.py", "**/*.pyi", "**/py.typed", "pyproject.toml", "requirements*.lock", "proto/**"))
# Types of the services' responses are generated from their OpenAPI documents.
TSC = Part("tsc", ("services.yml", "web/**", "services/*/src/**", "proto/**", "requirements*.lock"), node=True)
SIZES = Part("sizes of the web", ("services.yml", "web/**"), SERVED_NOT, node=True)
BUF_LINT = Part("buf lint", ("proto/**", "web/package-lock.json"), node=True)
BUF_BREAKING = Part("buf breaking", BUF_LINT.inputs, node=True)
BROWSER = Part("browser", ("**",), (*SERVED_NOT, "gateway/keycloak/**", "web/apps/e2e/keycloak/**"), node=True)
SIGNING_IN = ("web/apps/e2e/**", "web/apps/identity/**", "web/apps/shell/**")
KEYCLOAK = Part("keycloak", (*SOURCES, *WEB, *SIGNING_IN), SERVED_NOT, node=True)

HELD_BESIDE = ("skaffold.yaml", "docker-compose.yml", "docs/kubernetes.md", "services/kit/src/kit/jobs/job.py")
CHART = Part("chart", (*INSTALLED, "charts/**", "deploy/**", "devstack/**", *HELD_BESIDE))


def web_projects() -> list[Part]:
    """Return the unit tests of the web: those of the libraries, and of each app that has any."""
    apps = sorted({path.relative_to(ROOT).parts[2] for path in ROOT.glob("web/apps/*/src/**/*.test.ts*")})
    projects = [Part(f"web/apps/{name}", (*WEB, f"web/apps/{name}/**"), node=True) for name in apps]
    return [Part("web/libs", WEB, node=True), *projects]


def places() -> list[Path]:
    """Return the folders of tests that are a run of pytest each. The chart's tests are a separate stage."""
    folders = [path for pattern in ("services/*/tests", "*/tests") for path in sorted(ROOT.glob(pattern))]
    folders = [path for path in folders if owner(path) != "charts"]
    return [*folders, *(place / folder for place in folders for folder in APART.get(owner(place), ()))]


def owner(place: Path) -> str:
    """Return the path of the service or other part of the tree whose tests these are."""
    return place.relative_to(ROOT).as_posix().partition("/tests")[0]


def name(place: Path) -> str:
    """Return the name of a run: its owner, with the folder if that is a separate run."""
    return place.relative_to(ROOT).as_posix().replace("/tests", "")


def left_out(place: Path) -> list[Path]:
    """Return the folders below that are separate runs."""
    return [other for other in places() if place in other.parents]


def pytest(place: Path) -> Part:
    """Return the part of the tests of one place."""
    mine = owner(place)
    also = ALSO.get(mine, ())
    without = [pattern for pattern in ASIDE if pattern not in also and not pattern.startswith(f"{mine}/")]
    others = () if mine == "services/kit" else ("services/kit/tests/**",)
    return Part(name(place), (*INSTALLED, *SHARED, f"{mine}/**", *also), (*without, *others))


def weight(place: Path) -> float:
    """Guess the seconds of a place that was never run, by the size of its tests and declarations."""
    if usual := USUAL_SECONDS.get(name(place)):
        return usual
    tested = place.parent if place.name == "tests" else place
    return sum(path.stat().st_size for path in tested.rglob("*.py")) / BYTES_A_SECOND
