"""The accounting sandbox: a small server that speaks the part of Xero's accounting API we use, with its limits.

It is strict where Xero is strict (validation, unique numbers, what may change when), keeps its books in one SQLite file
that a kill does not harm, and shows them on a page where a payment can be added by hand.
"""
