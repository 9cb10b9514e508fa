"""The environment of every process, in one place (docs/operations.md, Settings)."""

import os
from collections.abc import Mapping

from devstack.layout import HTTP, KEYCLOAK, ROOT, SERVICES, TEST_INSTANCE, Instance
from devstack.stack import brokers, keys


def admin_url(instance: Instance) -> str:
    """Return the address of PostgreSQL for its superuser."""
    password = keys.load(instance)["postgres"]
    return f"postgresql://postgres:{password}@127.0.0.1:{instance.port('postgres')}/postgres"


def database_url(instance: Instance, service: str) -> str:
    """Return the address of a service's own database for its own role."""
    role = f"staffroom_{service}"
    password = keys.load(instance)[service]
    return f"postgresql://{role}:{password}@127.0.0.1:{instance.port('postgres')}/{role}"


def broker_urls(instance: Instance, account: str) -> dict[str, str]:
    """Return the addresses of NATS and Valkey for one of their accounts."""
    who = f"{account}:{keys.load(instance)[brokers.account(account)]}"
    return {
        "STAFFROOM_NATS_URL": f"nats://{who}@127.0.0.1:{instance.port('nats')}",
        "STAFFROOM_REDIS_URL": f"redis://{who}@127.0.0.1:{instance.port('valkey')}/0",
    }


def common(instance: Instance) -> dict[str, str]:
    """Return the environment of every process of every service."""
    peers = ",".join(f"{name}=127.0.0.1:{instance.grpc(name)}" for name in SERVICES)
    return {
        "STAFFROOM_GRPC_PEERS": peers,
        "STAFFROOM_JWKS_URL": f"http://127.0.0.1:{instance.base + HTTP}/api/v1/auth/jwks",
        "STAFFROOM_SERVICE_KEY": keys.load(instance)["service_key"],
        "STAFFROOM_PUBLIC_URL": instance.url,
        "STAFFROOM_PDF_URL": f"http://127.0.0.1:{instance.port('pdf')}",
        "STAFFROOM_PDF_PEOPLE_URL": f"http://127.0.0.1:{instance.port('pdf-people')}",
        "STAFFROOM_SMTP_URL": f"smtp://127.0.0.1:{instance.port('smtp')}",
        "STAFFROOM_DEMO": os.environ.get("STAFFROOM_DEMO", "1"),
        "STAFFROOM_DEVELOPMENT": "1",
        "STAFFROOM_LOG_LEVEL": os.environ.get("STAFFROOM_LOG_LEVEL", "INFO"),
        "STAFFROOM_TRUSTED_PROXIES": os.environ.get("STAFFROOM_TRUSTED_PROXIES", ""),
        "PYTHONUNBUFFERED": "1",
    } | raised(instance, "STAFFROOM_RATE_AVERAGE", "20000")


def for_service(instance: Instance, service: str, process: str = "web") -> dict[str, str]:
    """Return the environment of one process (`web`, `events` or `worker`) of one service."""
    metrics = {"web": instance.http, "events": instance.events, "worker": instance.worker}[process](service)
    env = common(instance) | broker_urls(instance, service)
    env |= {
        "STAFFROOM_DATABASE_URL": database_url(instance, service),
        "STAFFROOM_HTTP_PORT": str(instance.http(service)),
        "STAFFROOM_GRPC_PORT": str(instance.grpc(service)),
        "STAFFROOM_METRICS_PORT": str(metrics),
    }
    if service != "files":  # its threads wait for disks and networks: one interpreter is enough
        env["STAFFROOM_HTTP_WORKERS"] = os.environ.get("STAFFROOM_HTTP_WORKERS", str(min(2, os.cpu_count() or 1)))
    if service == "identity":
        env["STAFFROOM_SIGNING_KEY"] = str(keys.signing_key(instance))
        env |= second_factor(instance)
        env["STAFFROOM_HTTP_PEERS"] = ",".join(f"{name}=http://127.0.0.1:{instance.http(name)}" for name in SERVICES)
        env |= raised(instance, "STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS", "5000")
        env |= raised(instance, "STAFFROOM_RATE_SIGN_IN_AVERAGE", "6000")
        env |= realm(instance)
    if service == "finance":
        env |= xero(instance)
    if service in ("people", "support"):  # a mailbox of the demo data
        env["STAFFROOM_MAIL_ANSWERS"] = os.environ.get("STAFFROOM_MAIL_ANSWERS", "office@staffroom.example")
    if service == "files":
        env["STAFFROOM_STORAGE_URL"] = storage_url(instance)
        scanner = f"tcp://127.0.0.1:{instance.port('scanner')}" if instance.name == TEST_INSTANCE else ""
        env["STAFFROOM_CLAMD_URL"] = os.environ.get("STAFFROOM_CLAMD_URL", scanner)
    return env


def second_factor(instance: Instance) -> dict[str, str]:
    """Return identity's key of second factors, with the machine's rule who needs one."""
    env = {"STAFFROOM_SECOND_FACTOR_KEY": keys.load(instance)["second_factor_key"]}
    if chosen := os.environ.get("STAFFROOM_SECOND_FACTOR"):
        env["STAFFROOM_SECOND_FACTOR"] = chosen
    return env


def realm(instance: Instance) -> dict[str, str]:
    """Return identity's settings for the realm of Keycloak; none where identity keeps the passwords. Calls go to
    Keycloak directly, so that they do not depend on the gateway."""
    if instance.sign_in != KEYCLOAK:
        return {}
    return {
        "STAFFROOM_KEYCLOAK_URL": f"http://127.0.0.1:{instance.port('keycloak')}/sso/",
        "STAFFROOM_KEYCLOAK_REALM": "staffroom",
        "STAFFROOM_KEYCLOAK_CLIENT_ID": "staffroom",
        "STAFFROOM_KEYCLOAK_CLIENT_SECRET": keys.load(instance)["keycloak_client"],
    }


def keycloak(instance: Instance) -> dict[str, str]:
    """Return the environment of Keycloak: its settings, and the values for the placeholders in the realm's file."""
    known = keys.load(instance)
    return {
        "KC_DB_URL": f"jdbc:postgresql://127.0.0.1:{instance.port('postgres')}/keycloak",
        "KC_DB_USERNAME": "keycloak",
        "KC_DB_PASSWORD": known["keycloak"],
        "KC_DB_POOL_MAX_SIZE": "20",
        "KC_CACHE": "local",
        "KC_HTTP_ENABLED": "true",
        "KC_HTTP_HOST": "127.0.0.1",
        "KC_HTTP_PORT": str(instance.port("keycloak")),
        "KC_HTTP_MANAGEMENT_HOST": "127.0.0.1",
        "KC_HTTP_MANAGEMENT_PORT": str(instance.port("keycloak-health")),
        "KC_HOSTNAME": f"{instance.url}/sso",
        "KC_HOSTNAME_BACKCHANNEL_DYNAMIC": "true",
        "KC_PROXY_HEADERS": "xforwarded",
        "KC_PROXY_TRUSTED_ADDRESSES": "127.0.0.1",
        "KC_BOOTSTRAP_ADMIN_USERNAME": "admin",
        "KC_BOOTSTRAP_ADMIN_PASSWORD": known["keycloak_admin"],
        "KC_LOG_CONSOLE_COLOR": "false",
        "KC_LOG_LEVEL": "info,io.smallrye.health:error",  # it would log each readiness check
        "JAVA_OPTS_APPEND": "-XX:TieredStopAtLevel=1",
        "JAVA_OPTS_KC_HEAP": os.environ.get("JAVA_OPTS_KC_HEAP", "-Xms64m -Xmx320m"),
        "STAFFROOM_KEYCLOAK_CLIENT_SECRET": known["keycloak_client"],
        "STAFFROOM_PUBLIC_URL": instance.url,
        "STAFFROOM_BACKCHANNEL_URL": f"http://127.0.0.1:{instance.http('identity')}",
        "STAFFROOM_FORGOT_PASSWORD": "true",
        "STAFFROOM_SMTP_HOST": "127.0.0.1",
        "STAFFROOM_SMTP_PORT": str(instance.port("smtp")),
    }


def raised(instance: Instance, name: str, in_tests: str) -> dict[str, str]:
    """Return a limit for each address: empty for the real one, unless the machine names another. A test run, and
    `make bench`, which sets the limit, call from one address for all users."""
    value = os.environ.get(name, in_tests if instance.name == TEST_INSTANCE else "")
    return {name: value} if value else {}


def pay(instance: Instance) -> dict[str, str]:
    """Return the environment of the payment page: finance's, on a port of its own, without gRPC."""
    port = str(instance.port("pay"))
    own = {"STAFFROOM_HTTP_PORT": port, "STAFFROOM_METRICS_PORT": port, "STAFFROOM_HTTP_WORKERS": "1"}
    return for_service(instance, "finance") | own | {"STAFFROOM_GRPC_PORT": "0"}


def live(instance: Instance) -> dict[str, str]:
    """Return the environment of live boards: that of files, on a port of its own, without gRPC."""
    port = str(instance.port("live"))
    own = {"STAFFROOM_HTTP_PORT": port, "STAFFROOM_METRICS_PORT": port, "STAFFROOM_HTTP_WORKERS": "1"}
    return for_service(instance, "files") | own | {"STAFFROOM_GRPC_PORT": "0"}


def real_xero() -> dict[str, str]:
    """Return the settings of a real accounting system if this machine names one; the sandbox does not run then."""
    named = {name: value for name, value in os.environ.items() if name.startswith("STAFFROOM_XERO_")}
    return named if named.get("STAFFROOM_XERO_CLIENT_ID") else {}


def sandbox_limits(instance: Instance) -> str:
    """Return the limits of calls a minute, in parallel and a day: Xero's own, or limits that no test run reaches."""
    usual = "6000,5,500000" if instance.name == TEST_INSTANCE else "60,5,5000"
    return os.environ.get("STAFFROOM_SANDBOX_LIMITS", usual)


def xero(instance: Instance) -> dict[str, str]:
    """Return the settings of the accounting system for the processes of finance: by default the sandbox."""
    url, known = f"http://127.0.0.1:{instance.port('accounting')}", keys.load(instance)
    return real_xero() or {
        "STAFFROOM_XERO_API_URL": url,
        "STAFFROOM_XERO_LOGIN_URL": f"{url}/identity/connect/authorize",
        "STAFFROOM_XERO_TOKEN_URL": f"{url}/connect/token",
        "STAFFROOM_XERO_CLIENT_ID": known["xero_client_id"],
        "STAFFROOM_XERO_CLIENT_SECRET": known["xero_client_secret"],
        "STAFFROOM_XERO_WEBHOOK_KEY": known["xero_webhook_key"],
        "STAFFROOM_XERO_PER_MINUTE": sandbox_limits(instance).partition(",")[0],
    }


def sandbox(instance: Instance) -> dict[str, str]:
    """Return the environment of the accounting sandbox. Its consent needs no click, so that `make up` is connected."""
    known = keys.load(instance)
    return {
        "SANDBOX_CLIENT_ID": known["xero_client_id"],
        "SANDBOX_CLIENT_SECRET": known["xero_client_secret"],
        "SANDBOX_WEBHOOK_KEY": known["xero_webhook_key"],
        "SANDBOX_WEBHOOK_URL": f"http://127.0.0.1:{instance.base}/api/v1/xero/webhook",
        "SANDBOX_REDIRECT": f"{instance.url}/api/v1/xero/callback",
        "SANDBOX_LIMITS": sandbox_limits(instance),
        "SANDBOX_GRANTS_AT_ONCE": os.environ.get("STAFFROOM_DEMO", "1"),
        "PYTHONUNBUFFERED": "1",
    }


def finance_sync(instance: Instance) -> dict[str, str]:
    """Return the environment of finance-sync: finance's, with metrics on a port of its own."""
    return for_service(instance, "finance", "worker") | {
        "STAFFROOM_METRICS_PORT": str(instance.port("finance-sync")),
    }


def support_inbox(instance: Instance) -> dict[str, str]:
    """Return the environment of the receiver of mail: support's, with SMTP and metrics on ports of its own."""
    return for_service(instance, "support", "worker") | {
        "STAFFROOM_METRICS_PORT": str(instance.port("support-inbox")),
        "STAFFROOM_MAIL_IN_PORT": str(instance.port("mail-in")),
    }


def storage_url(instance: Instance) -> str:
    """Return the place of the objects of files: a folder of the instance, unless the machine names another."""
    return os.environ.get("STAFFROOM_STORAGE_URL", f"file://{instance.state / 'objects'}")


def for_tests(instance: Instance) -> dict[str, str]:
    """Return the environment of tests, demo and load data: the common part, superuser, addresses of services."""
    env = common(instance) | broker_urls(instance, brokers.TESTS) | second_factor(instance)
    env |= {
        "STAFFROOM_INSTANCE": instance.name,
        "STAFFROOM_TEST_ADMIN_URL": admin_url(instance),
        "STAFFROOM_SIGNING_KEY": str(keys.signing_key(instance)),
        "STAFFROOM_STATE": str(instance.state),
        "STAFFROOM_STORAGE_URL": storage_url(instance),
        "STAFFROOM_GATEWAY_URL": f"http://127.0.0.1:{instance.base}",
        "STAFFROOM_SANDBOX_URL": f"http://127.0.0.1:{instance.port('accounting')}",
        "STAFFROOM_MAIL_FOLDER": str(instance.state / "mail"),
        "STAFFROOM_MAIL_IN_PORT": str(instance.port("mail-in")),
    }
    if instance.sign_in == KEYCLOAK:
        env["E2E_KEYCLOAK_URL"] = f"http://127.0.0.1:{instance.port('keycloak')}/sso"
        env["E2E_KEYCLOAK_PASSWORD"] = keys.load(instance)["keycloak_admin"]
    for service in SERVICES:
        env[f"STAFFROOM_DATABASE_URL_{service.upper()}"] = database_url(instance, service)
        env[f"STAFFROOM_HTTP_URL_{service.upper()}"] = f"http://127.0.0.1:{instance.http(service)}"
    return env


def gateway(instance: Instance) -> dict[str, str]:
    """Return the addresses that the templates in `gateway/dynamic` and the Caddyfile read."""
    env = {f"{name.upper()}_URL": f"http://127.0.0.1:{instance.http(name)}" for name in SERVICES}
    env["PAY_URL"] = f"http://127.0.0.1:{instance.port('pay')}"
    env["LIVE_URL"] = f"http://127.0.0.1:{instance.port('live')}"
    env["STATIC_URL"] = f"http://127.0.0.1:{instance.port('static')}"
    env["STATIC_LISTEN"] = f":{instance.port('static')}"
    env["STATIC_BIND"] = "127.0.0.1"
    env["STATIC_ROOT"] = str(ROOT / "web" / "dist")
    env["REMOTES"] = ""  # one server has the whole web
    here = instance.sign_in == KEYCLOAK
    env["SSO_URL"] = f"http://127.0.0.1:{instance.port('keycloak')}" if here else ""
    env["SSO_CONSOLE"] = "1" if here and common(instance)["STAFFROOM_DEMO"] == "1" else ""
    env["STAFFROOM_TLS"] = ""  # this machine alone
    env["XDG_DATA_HOME"] = env["XDG_CONFIG_HOME"] = str(instance.state / "gateway")
    return env


def process(instance: Instance, extra: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a process: `extra`, and the machine's without settings of another instance."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("STAFFROOM_")}
    # STAFFROOM_STATE marks the processes of this instance, so that they are found after a crash.
    return kept | dict(extra) | {"STAFFROOM_STATE": str(instance.state)}


def instance_env(instance: Instance) -> dict[str, str]:
    """Return the settings by which a `python -m devstack...` child finds the same instance."""
    base = "STAFFROOM_TEST_PORT" if instance.name == "test" else "STAFFROOM_PORT"
    return {
        "STAFFROOM_INSTANCE": instance.name,
        base: str(instance.base),
        "STAFFROOM_STATE_ROOT": str(instance.state.parent),
    }
