"""Secrets of the chart: every Secret that a pod reads is generated or documented, and generated ones are usable."""

from __future__ import annotations

import base64
import re
from typing import Any

import psycopg.conninfo
import yaml
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from devstack.layout import ROOT, SERVICES
from devstack.tools import chart

from .conftest import EXAMPLES, Object, containers, kind, pod_templates, rendered


def referenced(objects: list[Object]) -> dict[str, set[str]]:
    """Return the keys that pods read, by Secret; `*` stands for all of its keys."""
    keys: dict[str, set[str]] = {}
    for _, template in pod_templates(objects):
        for one in containers(template):
            for variable in one.get("env", []):
                if reference := variable.get("valueFrom", {}).get("secretKeyRef"):
                    keys.setdefault(reference["name"], set()).add(reference["key"])
            for source in one.get("envFrom", []):
                keys.setdefault(source["secretRef"]["name"], set()).add("*")
        for volume in template["spec"]["volumes"]:
            if secret := volume.get("secret"):
                keys.setdefault(secret["secretName"], set()).update(
                    i["key"] for i in secret.get("items", [{"key": "*"}])
                )
    for one in kind(objects, "TriggerAuthentication"):
        for target in one["spec"]["secretTargetRef"]:
            keys.setdefault(target["name"], set()).add(target["key"])
    return keys


def chart_secrets(objects: list[Object]) -> dict[str, dict[str, str]]:
    return {
        one["metadata"]["name"]: {key: base64.b64decode(value).decode() for key, value in one["data"].items()}
        for one in kind(objects, "Secret")
    }


def test_objects_contain_no_secret() -> None:
    objects = rendered("external")
    assert not kind(objects, "Secret")
    for name, template in pod_templates(objects):
        for one in containers(template):
            for variable in one.get("env", []):
                secret = re.search(r"_KEY$|SECRET$|PASSWORD|DATABASE_URL|NATS_URL|REDIS_URL|SMTP_URL", variable["name"])
                own_file = variable["name"] == "STAFFROOM_SIGNING_KEY"
                assert own_file or ("valueFrom" in variable) == bool(secret) or "XERO" in variable["name"], name
                assert "@" not in variable.get("value", ""), name


def test_every_key_is_generated_or_documented() -> None:
    """The table in docs/kubernetes.md has a row for each Secret with its keys; `<service>` stands for each service."""
    rows = re.findall(
        r"^\| `secrets\.(\w+)` \| `([\w-]+)` \| ([^|]*)\|", (ROOT / "docs" / "kubernetes.md").read_text(), re.M
    )
    documented = {name: set(re.findall(r"`([\w<>-]+)`", keys)) for _, name, keys in rows}
    for values in EXAMPLES:
        objects = rendered(values, "--set", "keycloak.url=http://k/sso/", "--set", "secrets.mail=staffroom-mail")
        for name, keys in referenced(objects).items():
            general = {re.sub("|".join(SERVICES), "<service>", key) for key in keys}
            assert general <= documented.get(name, set()) | {"*"}, (values, name)
            if secret := chart_secrets(objects).get(name):
                assert {key for key in keys if key != "*"} <= set(secret), name


def test_generated_secrets_are_those_that_services_read() -> None:
    secrets = chart_secrets(rendered("small"))
    passwords = set()
    for service in SERVICES:
        url = secrets["staffroom-databases"][f"{service}-url"]
        parts = psycopg.conninfo.conninfo_to_dict(url)
        assert (parts["user"], parts["dbname"]) == (f"staffroom_{service}",) * 2
        assert parts["host"] == "staffroom-postgres-rw"
        owner = secrets[f"staffroom-postgres-{service}"]
        assert (owner["username"], owner["password"]) == (parts["user"], parts["password"])
        broker = secrets["staffroom-brokers"][f"{service}-password"]
        assert secrets["staffroom-brokers"][f"{service}-nats-url"] == f"nats://{service}:{broker}@nats:4222"
        assert secrets["staffroom-brokers"][f"{service}-redis-url"] == f"redis://{service}:{broker}@valkey:6379/0"
        passwords |= {parts["password"], broker}
    assert len(passwords) == 2 * len(SERVICES)
    keys = secrets["staffroom-keys"]
    load_pem_private_key(keys["signing-key"].encode(), None)
    for name in ("service-key", "second-factor-key"):
        assert len(keys[name]) >= 32 and len(set(keys[name])) >= 8
    assert all("keep" in one["metadata"]["annotations"].values() for one in kind(rendered("small"), "Secret"))


def test_roles_of_the_operator_have_their_secrets() -> None:
    objects = rendered("small")
    [cluster] = kind(objects, "Cluster")
    for role in cluster["spec"]["managed"]["roles"]:
        assert role["passwordSecret"]["name"] in chart_secrets(objects)
    databases = {one["spec"]["name"]: one["spec"] for one in kind(objects, "Database")}
    assert set(databases) == {f"staffroom_{service}" for service in SERVICES}
    for name, one in databases.items():
        assert (one["owner"], one["cluster"]["name"]) == (name, cluster["metadata"]["name"])
        assert {entry["name"] for entry in one["extensions"]} == {
            "pg_trgm",
            "citext",
            "btree_gist",
            "pg_stat_statements",
        }


def test_wrong_values_are_refused_with_their_name() -> None:
    for wrong in (
        "publicUrl=staffroom.example",
        "events.replicas=0",
        "backup.enabled=true",
        "typo=1",
        "areas.teachin.tag=1.103.0.1",
        "backup.enabled=true,backup.recipient=age1x,postgres.cluster.enabled=true",
    ):
        version = f"--kube-version={chart.KUBERNETES}"
        done = chart.run_helm("template", "staffroom", str(chart.CHART), version, "--set", wrong)
        assert done.returncode, wrong
        assert wrong.partition("=")[0].split(".")[0] in done.stderr, done.stderr


def test_other_charts_read_the_same_passwords() -> None:
    """NATS and Valkey have the same accounts as in docker-compose (devstack/stack/brokers.py)."""
    brokers: dict[str, Any] = {
        name: yaml.safe_load((chart.EXAMPLES / f"{name}.yaml").read_text()) for name in ("nats", "nats-one", "valkey")
    }
    secret = chart_secrets(rendered("small"))["staffroom-brokers"]
    for name, cluster in (("nats", {"enabled": True, "replicas": 3}), ("nats-one", {"enabled": False})):
        keys = {entry["valueFrom"]["secretKeyRef"]["key"] for entry in brokers[name]["container"]["env"].values()}
        assert keys <= set(secret)
        assert [user["user"] for user in brokers[name]["config"]["merge"]["authorization"]["users"]] == list(SERVICES)
        assert brokers[name]["config"]["cluster"] == cluster
    assert {user["passwordKey"] for user in brokers["valkey"]["auth"]["aclUsers"].values()} <= set(secret)
