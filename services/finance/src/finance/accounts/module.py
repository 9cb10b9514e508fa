"""Declarations of the chart of accounts."""

from finance.accounts.fields import ACCOUNT_FIELDS, SUB_ACCOUNT_FIELDS
from finance.accounts.lists import ACCOUNTS, SUB_ACCOUNTS
from kit.service import Module

MODULE = Module(fieldsets=(ACCOUNT_FIELDS, SUB_ACCOUNT_FIELDS), lists=(ACCOUNTS, SUB_ACCOUNTS))
