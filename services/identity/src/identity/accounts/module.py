"""Declarations of user accounts."""

from identity.accounts.model import user_account
from identity.references import PATHS
from kit.records.references import Uses
from kit.service import Module

MODULE = Module(uses=tuple(Uses(user_account.c[f"{kind}_id"], path) for kind, path in PATHS.items()))
