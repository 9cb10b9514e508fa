"""`python -m kit new`: skeletons of a list, a module and a service, named wherever the tree names such a thing."""

from kit.scaffold.skeletons import new_list, new_module, new_service, tidy

__all__ = ["new_list", "new_module", "new_service", "tidy"]
