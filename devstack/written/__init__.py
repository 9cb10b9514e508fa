"""Files of the tree that are generated from the declarations of the services."""
