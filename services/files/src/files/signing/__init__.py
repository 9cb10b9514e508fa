"""Read and sign: people who are asked to read a document of the library and to sign that they did."""
