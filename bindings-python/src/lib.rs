//! bindings-python
