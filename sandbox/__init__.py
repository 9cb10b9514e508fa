"""The accounting sandbox: a small server that implements the part of Xero's accounting API that we use, with its
limits.

It is strict where Xero is strict (validation, unique numbers, which changes are allowed when). It keeps its books in
one SQLite file that survives a kill, and shows them on a page where payments can be added by hand.
"""
