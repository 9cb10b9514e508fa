"""Processes of a service: web, with its workers, and events. `kit.jobs.worker` is the third."""
