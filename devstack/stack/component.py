"""A component: one row of the table in `components.py`."""

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from devstack.layout import Trouble
from devstack.stack.probes import Probe


@dataclass(frozen=True)
class Component:
    """A process that the supervisor keeps running, or with `once` a step that has to succeed a single time."""

    name: str
    command: Sequence[str]
    needs: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    ready: Probe | None = None
    alive: Probe | None = None
    """The liveness check of a running component. It never checks other components, which a restart would not repair."""
    ports: tuple[int, ...] = ()
    once: bool = False
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 15.0
    ready_seconds: float = 60.0
    user: int | None = None
    cwd: str = "/"
    # The successor listens on the same ports while the process still serves.
    beside: bool = False  # allow words-of-a-manual: a field of the request that an older release reads
    forked: bool = False  # by the fork server if there is one; the command is [python, -m, module, ...]


def in_order(components: Sequence[Component]) -> list[Component]:
    """Sort components so that each comes after its needs.

    Raises:
        Trouble: a need is unknown, or needs form a circle.
    """
    known = {component.name: component for component in components}
    ordered: dict[str, Component] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name in path:
            raise Trouble(f"Components need each other in a circle: {' -> '.join((*path, name))}.")
        if name not in known:
            raise Trouble(f"{path[-1] if path else 'Nothing'} needs {name!r}, which is no component.")
        for need in known[name].needs:
            visit(need, (*path, name))
        ordered[name] = known[name]

    for component in components:
        visit(component.name, ())
    return list(ordered.values())


def select(components: Sequence[Component], only: Sequence[str]) -> list[Component]:
    """Return the named components with their needs.

    Raises:
        Trouble: a name is not a component.
    """
    known = {component.name: component for component in components}
    unknown = sorted(set(only) - set(known))
    if unknown:
        raise Trouble(f"There is no component {', '.join(unknown)}: choose from {', '.join(sorted(known))}.")
    wanted: set[str] = set()
    waiting = list(only)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting.extend(known[name].needs)
    return [component for component in components if component.name in wanted]
