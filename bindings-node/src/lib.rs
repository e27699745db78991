//! bindings-node
