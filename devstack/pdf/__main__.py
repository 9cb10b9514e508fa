"""`python -m devstack.pdf PORT`."""

from devstack.pdf.server import main

if __name__ == "__main__":
    main()
