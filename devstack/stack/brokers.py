"""Accounts on NATS and Valkey: one for each service, for its own events, jobs and keys.

The files of an instance hold its secrets; the files for containers (`devstack/compose`) hold the names of variables
instead (`devstack/written/services.py`).
"""

import hashlib
import textwrap
from collections.abc import Mapping

import yaml

from devstack.layout import KEYS, READS, SERVICES

TESTS = "tests"
"""The account of tests and tools, which only a test instance has."""


def account(service: str) -> str:
    """Return the name of the secret with a service's password for both servers."""
    return f"broker_{service}"


def _subjects(service: str) -> tuple[list[str], list[str]]:
    """Return the subjects that an account publishes and subscribes to. No stream stores those below `live`."""
    own = _stream(service)
    publish = [f"{service}.>", f"live.{service}.>"]
    publish += [f"$JS.API.STREAM.{call}.{own}" for call in ("UPDATE", "DELETE", "MSG.GET")]
    for publisher in (service, *READS[service]):
        stream = _stream(publisher)
        publish += [f"$JS.API.STREAM.INFO.{stream}", f"$JS.API.STREAM.CREATE.{stream}"]
    for publisher in READS[service]:
        stream = _stream(publisher)
        publish += [f"$JS.API.CONSUMER.CREATE.{stream}", f"$JS.API.CONSUMER.CREATE.{stream}.>"]
        publish += [f"$JS.API.CONSUMER.{call}.{stream}.*" for call in ("INFO", "MSG.NEXT", "DELETE")]
    return publish, [f"_INBOX_{service}.>", f"{service}.>", f"live.{service}.>"]


def _stream(service: str) -> str:
    return f"STAFFROOM_{service.upper()}"


def nats_authorization(passwords: Mapping[str, str], tests: str = "") -> str:
    """Return the accounts for NATS, which refuses other callers. A password is a quoted text or a variable."""
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
    """Return the rights of a service's account, without its password.

    Every service reads `revoked:*` and the channel of ended sessions; only identity writes them.
    """
    keys = [f"~{key}" for key in (f"{service}:*", f"celery:{service}:*", *KEYS[service])]
    announces = [] if service == "identity" else ["-publish", "-spublish"]
    read = [] if service == "identity" else ["%R~revoked:*"]
    channels = ["resetchannels", "&sessions:revoked", f"&celery:{service}:*"]
    return " ".join([*keys, *read, *channels, "+@all", "-@admin", "-@dangerous", *announces])


def valkey_accounts(passwords: Mapping[str, str], tests: str = "") -> str:
    """Return the ACL file, with passwords as hashes; Valkey refuses other callers."""
    lines = ["user default off"]
    lines += [f"user {service} on #{_digest(passwords[service])} {valkey_rules(service)}" for service in SERVICES]
    if tests:
        lines.append(f"user {TESTS} on #{_digest(tests)} ~* &* +@all")
    return "\n".join(lines) + "\n"


def _digest(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()


def compose_nats() -> str:
    """Return `devstack/compose/nats.conf`."""
    return _COMPOSE_NATS + nats_authorization({name: f"$BROKER_PASSWORD_{name.upper()}" for name in SERVICES})


def compose_valkey() -> str:
    """Return `devstack/compose/valkey.sh`: accounts from the container's environment, then the server."""
    lines = [f'  echo "user {name} on >$BROKER_PASSWORD_{name.upper()} {valkey_rules(name)}"\n' for name in SERVICES]
    return _COMPOSE_VALKEY.format(accounts="".join(lines))


def chart_nats(servers: int) -> str:
    """Return `charts/examples/nats.yaml` or `nats-one.yaml`: values of NATS' own chart for three servers or one, with
    the passwords of staffroom's Secret."""
    users = []
    for service in SERVICES:
        publish, subscribe = _subjects(service)
        permissions = {"publish": {"allow": publish}, "subscribe": {"allow": subscribe}}
        password = f"<< $BROKER_PASSWORD_{service.upper()} >>"  # the chart's form of a variable
        users.append({"user": service, "password": password, "permissions": permissions})
    env = {f"BROKER_PASSWORD_{name.upper()}": {"valueFrom": _password_of(name)} for name in SERVICES}
    values = {"config": {"merge": {"authorization": {"users": users}}}, "container": {"env": env}}
    head = _CHART_NATS.format(**(_THREE if servers > 1 else _ONE))
    return head + yaml.safe_dump(values, sort_keys=False, width=1_000).replace("config:\n", "", 1)


def _password_of(service: str) -> dict[str, dict[str, str]]:
    return {"secretKeyRef": {"name": "staffroom-brokers", "key": f"{service}-password"}}


def chart_valkey() -> str:
    """Return `charts/examples/valkey.yaml`: values of Valkey's own chart."""
    # The chart needs an account `default` with a password of the Secret. The account is `off`, so it opens nothing.
    nobody = {"passwordKey": f"{SERVICES[0]}-password", "permissions": "off resetkeys resetchannels -@all"}
    users = {name: {"passwordKey": f"{name}-password", "permissions": valkey_rules(name)} for name in SERVICES}
    users = {"default": nobody, **users}
    accounts = yaml.safe_dump({"aclUsers": users}, sort_keys=False, width=1_000)
    return _CHART_VALKEY + textwrap.indent(accounts, "  ")


_COMPOSE_NATS = """\
# Written by devstack/stack/brokers.py.
# An event leaves its outbox when the server has acknowledged it, so it is on the disk before that. By default the
# server writes through every two minutes; a power cut would lose those events, and the publisher would rebuild its
# stream from its database while subscribers wait. The monitor has no accounts: it answers inside this container only.
port: 4222
http: 127.0.0.1:8222
jetstream {
  store_dir: "/data"
  sync_interval: always
}
"""
_COMPOSE_VALKEY = """\
#!/bin/sh
# Written by devstack/stack/brokers.py.
set -eu
umask 077
{{
  echo "user default off"
  echo "user health on nopass resetkeys resetchannels -@all +ping"
{accounts}}} > /tmp/accounts.acl
exec valkey-server --appendonly yes --save "" --dir /data --aclfile /tmp/accounts.acl
"""
_CHART_NATS = """\
# Written by devstack/stack/brokers.py. {about}. An event leaves its outbox with the
# acknowledgement, so it is on the disk before.
#   helm install nats nats --version 2.14.2 --repo https://nats-io.github.io/k8s/helm/charts \\
#     -f charts/examples/{file}
natsBox: {{enabled: false}}
{spread}config:
  cluster: {cluster}
  jetstream:
    enabled: true
    fileStore: {{pvc: {{size: 20Gi}}}}
    merge: {{sync_interval: always}}
"""
_SPREAD = """\
podTemplate:
  topologySpreadConstraints: {kubernetes.io/hostname: {maxSkew: 1, whenUnsatisfiable: DoNotSchedule}}
"""
_THREE = {
    "about": "Three servers on three nodes, with disks",
    "file": "nats.yaml",
    "spread": _SPREAD,
    "cluster": "{enabled: true, replicas: 3}",
}
_ONE = {
    "about": "One server with a disk, for a single node",
    "file": "nats-one.yaml",
    "spread": "",
    "cluster": "{enabled: false}",
}
_CHART_VALKEY = """\
# Written by devstack/stack/brokers.py.
# One server whose log is on a disk: jobs are rows of the databases, and are sent again.
#   helm install valkey valkey --repo https://valkey.io/valkey-helm/ --version 0.11.0 -f charts/examples/valkey.yaml
valkeyConfig: |
  appendonly yes
  save ""
dataStorage: {enabled: true, requestedSize: 5Gi}
startupProbe:
  customProbe: &ping
    exec: {command: [valkey-cli, --user, health, --pass, health, ping]}
    periodSeconds: 5
    timeoutSeconds: 5
    failureThreshold: 12
livenessProbe: {customProbe: *ping}
auth:
  enabled: true
  usersExistingSecret: staffroom-brokers
  aclConfig: |
    user health on nopass resetkeys resetchannels -@all +ping
"""
