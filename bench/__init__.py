"""Measures beside pgbench, Django REST framework and Node fastify, and prints one table of ratios (`make bench`)."""
