"""Accounts on NATS and Valkey: one a service, each for its own events, jobs and keys.

The files are written with the secrets of an instance; those for containers (`devstack/compose`) hold the names of
variables in their place (`devstack/services.py`).
"""

import hashlib
from collections.abc import Mapping

from devstack.layout import KEYS, READS, SERVICES

TESTS = "tests"
"""The account of tests and tools, on a test instance alone."""


def account(service: str) -> str:
    """Name under which the secrets of an instance keep the password of a service for both servers."""
    return f"broker_{service}"


def _subjects(service: str) -> tuple[list[str], list[str]]:
    """Subjects that an account publishes, and those it subscribes to."""
    own = _stream(service)
    publish = [f"{service}.>"]
    publish += [f"$JS.API.STREAM.{call}.{own}" for call in ("UPDATE", "DELETE", "MSG.GET")]
    for publisher in (service, *READS[service]):
        stream = _stream(publisher)
        publish += [f"$JS.API.STREAM.INFO.{stream}", f"$JS.API.STREAM.CREATE.{stream}"]
    for publisher in READS[service]:
        stream = _stream(publisher)
        publish += [f"$JS.API.CONSUMER.CREATE.{stream}", f"$JS.API.CONSUMER.CREATE.{stream}.>"]
        publish += [f"$JS.API.CONSUMER.{call}.{stream}.*" for call in ("INFO", "MSG.NEXT", "DELETE")]
    return publish, [f"_INBOX_{service}.>", f"{service}.>"]


def _stream(service: str) -> str:
    return f"STAFFROOM_{service.upper()}"


def nats_authorization(passwords: Mapping[str, str], tests: str = "") -> str:
    """The accounts in NATS's own form; whoever has none is refused. A password is a quoted text or a variable."""
    users = []
    for service in SERVICES:
        publish, subscribe = (", ".join(f'"{subject}"' for subject in allowed) for allowed in _subjects(service))
        users.append(
            f"    {{ user: {service}, password: {passwords[service]}, permissions: {{\n"
            f"      publish: {{ allow: [{publish}] }}\n"
            f"      subscribe: {{ allow: [{subscribe}] }}\n"
            "    } }\n"
        )
    if tests:
        users.append(f"    {{ user: {TESTS}, password: {tests} }}\n")
    return f"authorization {{\n  users: [\n{''.join(users)}  ]\n}}\n"


def valkey_rules(service: str) -> str:
    """Rights of a service's account, without its password.

    `revoked:*` and the channel of ended sessions are everybody's to read and identity's to write.
    """
    keys = [f"~{key}" for key in (f"{service}:*", f"celery:{service}:*", *KEYS[service])]
    announces = [] if service == "identity" else ["-publish", "-spublish"]
    read = [] if service == "identity" else ["%R~revoked:*"]
    channels = ["resetchannels", "&sessions:revoked", f"&celery:{service}:*"]
    return " ".join([*keys, *read, *channels, "+@all", "-@admin", "-@dangerous", *announces])


def valkey_accounts(passwords: Mapping[str, str], tests: str = "") -> str:
    """The ACL file: passwords stand there as hashes; whoever has no account is refused."""
    lines = ["user default off"]
    lines += [f"user {service} on #{_digest(passwords[service])} {valkey_rules(service)}" for service in SERVICES]
    if tests:
        lines.append(f"user {TESTS} on #{_digest(tests)} ~* &* +@all")
    return "\n".join(lines) + "\n"


def _digest(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()


def compose_nats() -> str:
    """`devstack/compose/nats.conf`."""
    return _COMPOSE_NATS + nats_authorization({name: f"$BROKER_PASSWORD_{name.upper()}" for name in SERVICES})


def compose_valkey() -> str:
    """`devstack/compose/valkey.sh`: the accounts from the container's environment, then the server."""
    lines = [f'  echo "user {name} on >$BROKER_PASSWORD_{name.upper()} {valkey_rules(name)}"\n' for name in SERVICES]
    return _COMPOSE_VALKEY.format(accounts="".join(lines))


_COMPOSE_NATS = """\
# Written by devstack/brokers.py. An event leaves its outbox when the server has acknowledged it, so it is on the disk
# before that (the default writes through every two minutes, and a power cut would lose those: the publisher then
# rebuilds its stream from its database, and subscribers wait). The monitor has no accounts: it answers inside of this
# container alone.
port: 4222
http: 127.0.0.1:8222
jetstream {
  store_dir: "/data"
  sync_interval: always
}
"""
_COMPOSE_VALKEY = """\
#!/bin/sh
# Written by devstack/brokers.py.
set -eu
umask 077
{{
  echo "user default off"
  echo "user health on nopass resetkeys resetchannels -@all +ping"
{accounts}}} > /tmp/accounts.acl
exec valkey-server --appendonly yes --save "" --dir /data --aclfile /tmp/accounts.acl
"""
