"""The gateway's claims and the rules that follow from them: `gateway/ownership.yml` and the routers `<service>` and
`<service>-inside` of `gateway/dynamic/<service>.yml`.

`python -m devstack gateway` writes both from the routes that the services declare and from `gateway/planned.yml`, and a
test compares them. All other routers, all middlewares and all load balancers are written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from devstack.layout import ROOT, SERVICES, Trouble

GATEWAY = ROOT / "gateway"
Segments = tuple[str, ...]
_ID = "{id}"
_HEAD = """\
# Written by `python -m devstack gateway` from the routes of the services and from planned.yml.
# The service of each call: one claim per line, without the base /api/v1 (claims of v2 begin with v2/). {id} stands for
# any one segment. Paths below a claim belong to the same service unless a deeper claim exists. A path without a claim
# belongs to no service.
"""


@dataclass(frozen=True)
class Planned:
    """`gateway/planned.yml`: segments that no service has as a whole, and claims that no declared route shows."""

    shared: frozenset[str] = frozenset()
    claims: Mapping[str, Sequence[str]] = field(default_factory=dict)
    exceptions: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def read(cls, path: Path = GATEWAY / "planned.yml") -> Planned:
        """Read the file."""
        content = yaml.safe_load(path.read_text())
        exceptions = {(name, claim) for name, claims in content["exceptions"].items() for claim in claims}
        return cls(frozenset(content["shared"]), content["claims"], frozenset(exceptions))


def declared(services: Iterable[str] = SERVICES) -> dict[str, list[str]]:
    """Return the paths of all routes of each service, declared or written by hand."""
    from kit.processes.web import service_of

    return {name: sorted({path for _, path, _ in service_of(name).rules()}) for name in services}


def claims(routes: Mapping[str, Iterable[str]], planned: Planned) -> dict[str, list[str]]:
    """Return the claims of each service, in alphabetical order.

    A service has the first segment of its calls. If several services have calls below one segment, the one that answers
    `/segment` or `/segment/{id}` has the segment, and the others have the paths up to the next word.

    Raises:
        Trouble: two services answer the same path.
    """
    paths = {service: [*_paths(routes[service], service, planned)] for service in routes}
    for service, more in planned.claims.items():
        paths.setdefault(service, []).extend(_split(claim) for claim in more)
    owners: dict[tuple[str, str], str] = {}
    for first in sorted({path[0] for _, path in _each(paths)} - planned.shared):
        owners |= _owners(first, paths)
    given: dict[str, str] = {}
    for service, (version, path) in _each_version(paths):
        mine = owners.get((version, path[0])) == service
        for claim in _names(path[0], service, owners) if mine else [_below(path)]:
            if given.setdefault(claim, service) != service:
                raise Trouble(f"{given[claim]} and {service} both answer {claim}; see gateway/planned.yml")
    for service, more in planned.claims.items():
        given |= dict.fromkeys(more, service)
    return {service: sorted(claim for claim, owner in given.items() if owner == service) for service in routes}


def _paths(routes: Iterable[str], service: str, planned: Planned) -> Iterator[tuple[str, Segments]]:
    for route in routes:
        version, path = _split(route)
        if path[0] not in ("api", "jobs") and (service, "/".join(path)) not in planned.exceptions:
            yield version, path


def _split(route: str) -> tuple[str, Segments]:
    """Return version and segments of a route or claim."""
    path = tuple(_ID if "{" in one else one for one in route.strip("/").split("/"))
    return ("v2", path[1:]) if path[0] == "v2" else ("v1", path)


def _each(paths: Mapping[str, Sequence[tuple[str, Segments]]]) -> Iterator[tuple[str, Segments]]:
    return (entry for entries in paths.values() for entry in entries)


def _each_version(
    paths: Mapping[str, Sequence[tuple[str, Segments]]],
) -> Iterator[tuple[str, tuple[str, Segments]]]:
    return ((service, entry) for service, entries in paths.items() for entry in entries)


def _owners(first: str, paths: Mapping[str, Sequence[tuple[str, Segments]]]) -> dict[tuple[str, str], str]:
    """Return the service that has a segment as a whole, by version and segment. A version that no service has follows
    the other one."""
    users = {service for service, entries in paths.items() if any(path[0] == first for _, path in entries)}
    if len(users) == 1:
        return {(version, first): min(users) for version in ("v1", "v2")}
    owners: dict[tuple[str, str], str] = {}
    for service, (version, path) in _each_version(paths):
        if path in ((first,), (first, _ID)) and owners.setdefault((version, first), service) != service:
            raise Trouble(f"{owners[version, first]} and {service} both answer /{'/'.join(path)} of {version}")
    for version, other in (("v1", "v2"), ("v2", "v1")):
        if (other, first) in owners:
            owners.setdefault((version, first), owners[other, first])
    return owners


def _names(first: str, service: str, owners: Mapping[tuple[str, str], str]) -> list[str]:
    """Return the claims of a segment's owner."""
    if owners["v1", first] == service:
        return [first]
    return [f"v2/{first}"]


def _below(path: Segments) -> str:
    """Return the path up to the first word after its first segment."""
    for number, segment in enumerate(path[1:], start=2):
        if segment != _ID:
            return "/".join(path[:number])
    raise Trouble(f"/{'/'.join(path)} lies below a segment that another service has; see gateway/planned.yml")


def ownership(claimed: Mapping[str, Sequence[str]]) -> str:
    """Return the text of `gateway/ownership.yml`."""
    lists = {name: "".join(f"\n  - {one}" for one in mine) or " []" for name, mine in claimed.items()}
    return _HEAD + "".join(f"{name}:{mine}\n" for name, mine in lists.items())


def rules(service: str, claimed: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """Return the patterns of the routers `<service>` and `<service>-inside`.

    The second has the claims below a segment of which other services have a part: it comes before their rules.
    """
    others = {_split(claim)[1][0] for name, mine in claimed.items() if name != service for claim in mine}
    versioned = {claim for mine in claimed.values() for claim in mine if claim.startswith("v2/")}
    own = set(claimed[service])
    first: list[str] = []
    special: list[str] = []
    inside: list[str] = []
    for claim in claimed[service]:
        version, path = _split(claim)
        if any("/".join(path[:number]) in own for number in range(1, len(path))):
            continue  # an own claim above has it
        if len(path) > 1:
            (inside if path[0] in others else special).append(_pattern("v[12]", claim))
        elif version == "v2" or f"v2/{claim}" in versioned:
            special.append(_pattern(version, path[0]))
        else:
            first.append(claim)
    whole = [_pattern("v[12]", f"({'|'.join(first)})")] if first else []
    jobs = [f"^/api/v1/jobs/{service}(-[0-9]+)?(/|$)", f"^/api/docs/{service}([.]json)?(/|$)"]
    return [*whole, *special, *jobs], inside


def _pattern(version: str, claim: str) -> str:
    return f"^/api/{version}/{claim.replace(_ID, '[^/]+')}(/|$)"


def table(service: str, text: str, claimed: Mapping[str, Sequence[str]]) -> str:
    """Put the rules of a service's claims into its route table `text`.

    Raises:
        Trouble: the table lacks a router that the claims need, or has one that they do not need.
    """
    for name, patterns in zip((service, f"{service}-inside"), rules(service, claimed), strict=True):
        place = rf"(?<=^    {name}:\n      rule: >-\n)(?:        [^\n]*\n)*"
        lines = " ||\n".join(f"        PathRegexp(`{pattern}`)" for pattern in patterns)
        text, count = re.subn(place, f"{lines}\n".replace("\\", r"\\"), text, flags=re.MULTILINE)
        if count != bool(patterns):
            what = "needs a router" if patterns else "has calls no longer inside of others', so it needs no router"
            raise Trouble(f"gateway/dynamic/{service}.yml {what} {name}; parentRefs name it too (gateway/README.md)")
    return text


def files() -> dict[Path, str]:
    """Return the text that each file should have. Raises Trouble."""
    claimed = claims(declared(), Planned.read())
    texts = {GATEWAY / "ownership.yml": ownership(claimed)}
    for service in SERVICES:
        path = GATEWAY / "dynamic" / f"{service}.yml"
        texts[path] = table(service, path.read_text(), claimed)
    return texts


def write() -> None:
    """Write the files that differ."""
    for path, text in files().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))
