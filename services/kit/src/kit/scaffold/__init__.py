"""`python -m kit new`: skeletons of a list, a module and a service, including the lines that register them."""

from kit.scaffold.skeletons import new_list, new_module, new_service, tidy

__all__ = ["new_list", "new_module", "new_service", "tidy"]
