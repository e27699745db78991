//! bindings-elixir/native/boardwright_nif
