"""Declarations."""

from files.retention import model
from kit.service import Module

MODULE = Module()
_ = model
