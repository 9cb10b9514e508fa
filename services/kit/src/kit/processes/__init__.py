"""Processes of a service: web with its workers, and events; the third is `kit.jobs.worker`."""
