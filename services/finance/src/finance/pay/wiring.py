"""Service of the payment page: `python -m kit web finance.pay`. It serves pages, no API."""

from __future__ import annotations

from typing import Any

from finance.schema import metadata
from kit.service import Service


class _Pages(Service):
    def http_app(self) -> Any:
        from finance.paypage.routes import application

        return application(self.readiness())


service = _Pages(name="finance-pay", metadata=metadata, wsgi=True)
