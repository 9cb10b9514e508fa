"""Read and sign: people are asked to read a library document and to sign that they did."""
