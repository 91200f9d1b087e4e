"""The compiler confc, which is a program: this package has nothing to import."""
