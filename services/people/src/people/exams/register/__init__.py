"""The register of the day: devices store marks while they are offline, and send them later."""
