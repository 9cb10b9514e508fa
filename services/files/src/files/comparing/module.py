"""Declarations."""

from files.comparing import model
from kit.service import Module

MODULE = Module()
_ = model
