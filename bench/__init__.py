"""Benchmarks against pgbench, Django REST framework and Fastify; prints one table of ratios (`make bench`)."""
