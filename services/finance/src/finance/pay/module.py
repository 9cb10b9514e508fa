"""Declarations of paying an invoice."""

from finance.pay.fields import BANK_ACCOUNT_FIELDS
from finance.pay.lists import BANK_ACCOUNTS
from finance.pay.routes import routes
from kit.service import Module

MODULE = Module(routes=(routes,), fieldsets=(BANK_ACCOUNT_FIELDS,), lists=(BANK_ACCOUNTS,))
