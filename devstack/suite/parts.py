"""The parts of the suite and what each depends on (`devstack/suite/kept.py`); rather too much than too little."""

from pathlib import Path

from devstack.layout import ROOT
from devstack.suite.kept import Part

INSTALLED = ("conftest.py", "services.yml", "pyproject.toml", "**/pyproject.toml", "requirements*.lock")
"""Files that every run of Python depends on."""
SHARED = ("proto/**", "devstack/**", "services/kit/**", "services/testing/**", "services/demo/**")
"""Files that the tests of every service depend on."""
ASIDE = ("devstack/tests/**", "devstack/compose/**")
"""Files of devstack that only those tests depend on whose part names them."""
SOURCES = (*INSTALLED, "services/**", "devstack/**", "gateway/**", "proto/**", "sandbox/**")
WEB = ("services.yml", "web/*", "web/libs/**", "web/tools/**")
"""Files that every project of the web is built from."""
SERVED_NOT = (
    *ASIDE, "bench/**", "docs/**", "charts/**", "**/tests/**", "services/lint/**", "web/**/*.test.ts",
    "web/**/*.test.tsx", "**/*.md", ".ci/**", "docker-compose.yml", "skaffold.yaml",
)  # fmt: skip
"""Files of the web that a person in the browser cannot notice."""
WRITTEN = ("README.md", "charts/**", "docker-compose.yml", "docs/operations.md", "skaffold.yaml")
"""Files that have a part written from services.yml (`devstack/written/services.py`)."""
DEPLOYED = ("backup/**", "devstack/compose/**", "web/package*.json", "web/libs/api/src/constants.ts", "*/Dockerfile")
"""Files that images and their versions are made from."""
APART = {"services/finance": ("invoices", "sync", "sending")}
"""Folders of tests that are runs of their own, because the whole would be the longest by far."""
BYTES_A_SECOND = 4_000
"""Bytes of Python of which a run takes a second: a guess for the first time."""
USUAL_SECONDS = {"services/files": 240, "services/finance/invoices": 130, "backup": 125, "services/finance/sync": 110}
"""Runs whose time is far from that guess: few tests, much work."""


def running(*services: str) -> tuple[str, ...]:
    """Inputs of a test that asks a real process of these services."""
    return tuple(f"services/{name}/{folder}/**" for name in services for folder in ("src", "migrations", "demo"))


ALSO = {
    # Whether all three frame the same films, page and kit make the same initials, and each room is in a wiring.
    "services/kit": (
        "gateway/dynamic/**",
        "web/libs/ui/src/richtext/**",
        "web/libs/ui/src/initials.json",
        "services/*/src/*/wiring.py",
        "services/*/src/*/*/module.py",
    ),
    # Its states as printed, its calls as they are reached; the file store, which it asks about receipts; the sandbox
    # that it keeps in step with.
    "services/finance": ("docs/finance.md", "gateway/**", "sandbox/**", *running("files")),
    "services/people": running("files"),
    "services/identity": running("people", "finance"),  # who uses an organisation
    "services/files": running("*"),  # who attaches files to a record, its owner says
    "services/support": running("*"),  # whether every kind of record it comments on has an owner
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
"""Files that the tests of a place depend on besides the kit and themselves."""

RUFF = Part("ruff", ("**/*.py", "**/pyproject.toml", "requirements*.lock"))
RULES = Part("our rules", ("**",), tracked=True)
OXLINT = Part("oxlint", ("services.yml", "web/**"), node=True)
MYPY = Part("mypy", ("**/*.py", "**/*.pyi", "**/py.typed", "pyproject.toml", "requirements*.lock", "proto/**"))
# The types of the services' answers are made from their OpenAPI documents.
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
    """The unit tests of the web: those of the libraries, and those of each app that has any."""
    apps = sorted({path.relative_to(ROOT).parts[2] for path in ROOT.glob("web/apps/*/src/**/*.test.ts*")})
    projects = [Part(f"web/apps/{name}", (*WEB, f"web/apps/{name}/**"), node=True) for name in apps]
    return [Part("web/libs", WEB, node=True), *projects]


def places() -> list[Path]:
    """Folders of tests that are a run of pytest each. Those of the chart are a stage of their own."""
    found = [path for pattern in ("services/*/tests", "*/tests") for path in sorted(ROOT.glob(pattern))]
    found = [path for path in found if owner(path) != "charts"]
    return [*found, *(place / folder for place in found for folder in APART.get(owner(place), ()))]


def owner(place: Path) -> str:
    """The service or other part of the tree whose tests these are, by its path."""
    return place.relative_to(ROOT).as_posix().partition("/tests")[0]


def name(place: Path) -> str:
    """The name of a run: its owner, with the folder where that is a run apart."""
    return place.relative_to(ROOT).as_posix().replace("/tests", "")


def left_out(place: Path) -> list[Path]:
    """Folders below that are runs of their own."""
    return [other for other in places() if place in other.parents]


def pytest(place: Path) -> Part:
    """The tests of one place."""
    mine = owner(place)
    also = ALSO.get(mine, ())
    without = [pattern for pattern in ASIDE if pattern not in also and not pattern.startswith(f"{mine}/")]
    others = () if mine == "services/kit" else ("services/kit/tests/**",)
    return Part(name(place), (*INSTALLED, *SHARED, f"{mine}/**", *also), (*without, *others))


def weight(place: Path) -> float:
    """The seconds a place that was never run may take: its tests, and the declarations that are walked beside them."""
    if usual := USUAL_SECONDS.get(name(place)):
        return usual
    tested = place.parent if place.name == "tests" else place
    return sum(path.stat().st_size for path in tested.rglob("*.py")) / BYTES_A_SECOND
