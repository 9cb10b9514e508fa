"""Declarations of the chart of accounts."""

from finance.accounts.fields import ACCOUNT, SUB_ACCOUNT
from finance.accounts.lists import ACCOUNTS, SUB_ACCOUNTS
from kit.service import Module

MODULE = Module(fieldsets=(ACCOUNT, SUB_ACCOUNT), lists=(ACCOUNTS, SUB_ACCOUNTS))
