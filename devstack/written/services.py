"""The parts of files that name every service and cannot read `services.yml`. `python -m devstack services` writes them,
and a test compares them.

A file has its part between two comment lines, or in a place that its form shows; the text around it is written by
hand. In docker-compose, settings of a single service are an anchor above: `&environment-<service>` is merged
into its environment, `&own-<service>` into its containers.
"""

import re
from collections.abc import Callable
from pathlib import Path

from devstack.layout import EVENTS, GRPC, HTTP, PURPOSES, ROOT, SERVICES, WORKER, Trouble
from devstack.stack import brokers

_BEGIN, _END = "# Written from services.yml:\n", "# End of what is written from services.yml.\n"


def files() -> dict[Path, str]:
    """Return the text that each file should have.

    Raises:
        Trouble: a file lacks the place for its part.
    """
    return {ROOT / name: write((ROOT / name).read_text()) for name, write in _FILES.items()}


def write() -> None:
    """Write the files that differ."""
    for path, text in files().items():
        if path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))


def _put(text: str, pattern: str, part: str) -> str:
    """Put `part` into the one place that `pattern` matches."""
    text, count = re.subn(pattern, lambda _: part, text, flags=re.M | re.S)
    if count != 1:
        raise Trouble(f"The place of a part of services.yml exists {count} times: {pattern}")
    return text


def _between(text: str, part: str) -> str:
    """Put `part` between the two lines of comment."""
    return _put(text, rf"(?<={re.escape(_BEGIN)}).*?(?=^ *{re.escape(_END)})", part)


def _compose(text: str) -> str:
    peers = ",".join(f"{name}={name}:9000" for name in SERVICES)
    text = _put(text, r"(?<=STAFFROOM_GRPC_PEERS: )[^\n]*", peers)
    http_peers = ",".join(f"{name}=http://{name}:8000" for name in SERVICES if name != "identity")
    text = _put(text, r"(?<=STAFFROOM_HTTP_PEERS: )[^\n]*", http_peers)
    passwords = [f"BROKER_PASSWORD_{name.upper()}" for name in SERVICES]
    lines = "".join(f"  {name}: ${{{name}:?run make deploy ARGS=settings}}\n" for name in passwords)
    text = _put(text, r"(?<=&broker-passwords\n).*?(?=^\n)", lines)
    urls = "".join(f"      {name.upper()}_URL: http://{name}:8000\n" for name in SERVICES)
    text = _put(text, r"(?<=    environment:\n)(?:      [A-Z]+_URL: http://\w+:8000\n)+(?=      PAY_URL)", urls)
    text = _put(text, r"(?<=      REMOTES: )[^\n]*", ",".join(SERVICES))
    return _between(text, "\n".join(_containers(text, name) for name in SERVICES))


def _containers(text: str, name: str) -> str:
    """Return the containers of one service."""
    anchors = (f"own-{name}", f"environment-{name}")
    own, environment = (f", *{anchor}" if f"&{anchor}\n" in text else "" for anchor in anchors)
    return _CONTAINERS.format(name=name, upper=name.upper(), own=own, environment=environment)


_CONTAINERS = """\
  {name}: &{name}
    <<: [*service{own}]
    image: ${{STAFFROOM_REGISTRY:-staffroom}}/{name}:${{STAFFROOM_{upper}_VERSION:-${{STAFFROOM_VERSION}}}}
    build: {{context: ., dockerfile: services/Dockerfile, args: {{SERVICE: {name}}}}}
    command: [web, {name}]
    environment:
      <<: [*environment{environment}]
      STAFFROOM_RELEASE: ${{STAFFROOM_{upper}_VERSION:-${{STAFFROOM_VERSION}}}}
      STAFFROOM_NATS_URL: nats://{name}:${{BROKER_PASSWORD_{upper}}}@nats:4222
      STAFFROOM_REDIS_URL: redis://{name}:${{BROKER_PASSWORD_{upper}}}@valkey:6379/0
      STAFFROOM_DATABASE_URL: postgresql://staffroom_{name}:${{STAFFROOM_DATABASE_PASSWORD}}@postgres/staffroom_{name}
    depends_on:
      <<: *needs
      {name}-migrate: {{condition: service_completed_successfully}}
  {name}-migrate:
    <<: [*once, *{name}]
    command: [migrate, {name}]
  {name}-events:
    <<: *{name}
    command: [events, {name}]
  {name}-worker:
    <<: *{name}
    command: [worker, {name}]
  {name}-remote:
    <<: *static
    image: ${{STAFFROOM_REGISTRY:-staffroom}}/{name}-remote:${{STAFFROOM_{upper}_VERSION:-${{STAFFROOM_VERSION}}}}
    build: {{context: ., dockerfile: web/Dockerfile, args: {{PART: {name}}}}}
"""


def _dockerfile(text: str) -> str:
    """Write the packages of all services, which are one layer of their images."""
    return _between(text, "".join(f"COPY services/{name}/pyproject.toml services/{name}/\n" for name in SERVICES))


def _databases(text: str) -> str:
    return _put(text, r"^for service in [^;]*", f"for service in {' '.join(SERVICES)}")


def _targets(text: str) -> str:
    names = [f"{name}{end}" for name in SERVICES for end in ("", "-events", "-worker")]
    return _between(text, "".join(f"          - {name}:8000\n" for name in names))


def _skaffold(text: str) -> str:
    image = "    - image: staffroom/{}\n      docker: {{dockerfile: {}/Dockerfile, buildArgs: {{{}: {}}}}}\n"
    services = [image.format(name, "services", "SERVICE", name) for name in SERVICES]
    remotes = [image.format(f"{name}-remote", "web", "PART", name) for name in SERVICES]
    text = _put(text, r"(?<=  artifacts:\n).*?(?=    - image: staffroom/web\n)", "".join([*services, *remotes]))
    values = [f"{name}{end}" for end in ("", "-remote") for name in SERVICES]
    line = '          images.{}: "{{{{.IMAGE_FULLY_QUALIFIED_staffroom_{}}}}}"\n'
    given = "".join(line.format(name, name.replace("-", "_")) for name in values)
    return _put(text, r"(?<=setValueTemplates:\n).*?(?=          images.web:)", given)


def _chart(text: str) -> str:
    """Write an entry for each service into the chart's values; the content of an entry is written by hand."""
    place = r"(?<=\nservices:\n).*?(?=^\n)"
    match = re.search(place, text, re.M | re.S)
    entries = re.findall(r"^  \w+:.*?(?=^  \w|\Z)", match[0], re.M | re.S) if match else []
    known = {entry.strip().partition(":")[0]: entry for entry in entries}
    return _put(text, place, "".join(known.get(name, f"  {name}: {{}}\n") for name in SERVICES))


def _operations(text: str) -> str:
    last = len(SERVICES) - 1
    http, grpc, events, worker = (f"B+{first} .. B+{first + last}" for first in (HTTP, GRPC, EVENTS, WORKER))
    served = "HTTP, `python -m kit web <service>`; gRPC in the same process on"
    row = f"| {' '.join(SERVICES)} | {http} | {served} {grpc} |"
    text = _put(text, rf"^\|[^|\n]*\|[^|\n]*\| {re.escape(served)} [^|\n]*\|", row)
    for kind, ports in (("events", events), ("worker", worker)):
        head = f"| `<service>`-{kind} | metrics "
        text = _put(text, rf"^{re.escape(head)}[^|]*\|", f"{head}{ports} |")
    return text


def _readme(text: str) -> str:
    lines = "".join(f"{f'services/{name}':<20} {purpose}\n" for name, purpose in PURPOSES.items())
    return _put(text, r"^(?:services/(?!demo |kit |lint |testing )\w+ [^\n]*\n)+", lines)


def _mypy(text: str) -> str:
    sources = ":".join(f"services/{name}/src" for name in ("kit", *SERVICES, "lint", "testing"))
    return _put(text, r'(?<=^mypy_path = ")[^"]*', f"build/proto:{sources}")


_FILES: dict[str, Callable[[str], str]] = {
    "README.md": _readme,
    "charts/examples/nats.yaml": lambda _: brokers.chart_nats(3),
    "charts/examples/nats-one.yaml": lambda _: brokers.chart_nats(1),
    "charts/examples/valkey.yaml": lambda _: brokers.chart_valkey(),
    "charts/staffroom/values.yaml": _chart,
    "devstack/compose/databases.sh": _databases,
    "devstack/compose/prometheus.yml": _targets,
    "devstack/compose/nats.conf": lambda _: brokers.compose_nats(),
    "devstack/compose/valkey.sh": lambda _: brokers.compose_valkey(),
    "docker-compose.yml": _compose,
    "docs/operations.md": _operations,
    "pyproject.toml": _mypy,
    "services/Dockerfile": _dockerfile,
    "skaffold.yaml": _skaffold,
}
