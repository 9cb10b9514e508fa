"""A reader of the route tables as Traefik reads them: templates, rules, priorities and parents, as far as the files use
them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

GATEWAY = Path(__file__).resolve().parent.parent
LIST = re.compile(r'^ *\{\{- range splitList "," \(env "(\w+)"\) \}\}\n(.*?)^ *\{\{- end \}\}\n', re.M | re.S)
ENV = re.compile(r'\{\{ env "(\w+)" \}\}')
CHOICE = re.compile(
    r'^ *\{\{- if (?:env "(?P<name>\w+)"|eq \(env "(?P<compared>\w+)"\) "(?P<value>\w+)") \}\}\n'
    r"(?P<text>(?:(?!^ *\{\{- (?:if|end)).*\n)*)^ *\{\{- end \}\}\n",
    re.M,
)
MATCHER = re.compile(r"(PathRegexp|PathPrefix|Path|Method|HeaderRegexp)\((?:`([^`]*)`, )?`([^`]*)`\)")


def render(text: str, env: Mapping[str, str]) -> str:
    """Fill in the four template forms that the files use; choices may be nested.

    Raises:
        KeyError: the file names a setting that no environment sets.
    """
    text = LIST.sub(
        lambda match: "".join(match.group(2).replace("{{ . }}", one) for one in env[match.group(1)].split(",")), text
    )
    while CHOICE.search(text):
        text = CHOICE.sub(lambda match: match["text"] if _chosen(match, env) else "", text)
    return ENV.sub(lambda match: env[match.group(1)], text)


def _chosen(match: re.Match[str], env: Mapping[str, str]) -> bool:
    if match["name"]:
        return bool(env[match["name"]])
    return env[match["compared"]] == match["value"]


def load(env: Mapping[str, str], folder: Path = GATEWAY / "dynamic") -> dict[str, dict[str, Any]]:
    """Return the content of each file by its stem; files that a choice empties are left out."""
    texts = {path.stem: render(path.read_text(), env) for path in sorted(folder.glob("*.yml"))}
    return {stem: (yaml.safe_load(text) or {}).get("http", {}) for stem, text in texts.items()}


@dataclass(frozen=True)
class Route:
    """A router that takes requests from the entry point."""

    name: str
    file: str
    rule: str
    priority: int
    service: str

    def matches(self, path: str, method: str = "GET", headers: Mapping[str, str] | None = None) -> bool:
        """Return True if the rule takes this request."""

        def value(match: re.Match[str]) -> str:
            kind, name, text = match.groups()
            if kind == "HeaderRegexp":
                return str(bool(re.search(text, (headers or {}).get(name, ""))))
            if kind == "Method":
                return str(method == text)
            if kind == "PathRegexp":
                return str(bool(re.search(text, path)))
            return str(path == text if kind == "Path" else path.startswith(text))

        formula = MATCHER.sub(value, self.rule).replace("&&", " and ").replace("||", " or ").replace("!", " not ")
        assert re.fullmatch(r"(True|False|and|or|not|[() \n])*", formula), f"{self.name}: {formula}"
        return bool(eval(formula))  # only the words just checked


def routes(files: Mapping[str, Mapping[str, Any]]) -> list[Route]:
    """Return every router at the entry point with its own service or that of its children.

    Raises:
        ValueError: two files use one name, or a router leads nowhere or to several services.
    """
    routers: dict[str, tuple[str, dict[str, Any]]] = {}
    for file, content in files.items():
        for name, router in content.get("routers", {}).items():
            if name in routers:
                raise ValueError(f"two files have a router {name}")
            routers[name] = (file, router)
    routes = []
    for name, (file, router) in routers.items():
        if "parentRefs" in router or "entryPoints" in router:  # those with a parent are not at the entry point
            continue
        children = [child for _, child in routers.values() if name in child.get("parentRefs", [])]
        services = {one["service"] for one in (router, *children) if "service" in one}
        if len(services) != 1:
            raise ValueError(f"{name} leads to {sorted(services) or 'nothing'}")
        routes.append(Route(name, file, router["rule"], router["priority"], services.pop()))
    return routes


def owner(table: list[Route], path: str, method: str = "GET", headers: Mapping[str, str] | None = None) -> str:
    """Return the service that answers a request.

    Raises:
        ValueError: two routers of the same priority both take it.
    """
    taking = [route for route in table if route.matches(path, method, headers)]
    best = max(route.priority for route in taking)
    top = [route for route in taking if route.priority == best]
    if len(top) > 1:
        raise ValueError(f"{path} is claimed by {' and '.join(sorted(route.name for route in top))}")
    return top[0].service
