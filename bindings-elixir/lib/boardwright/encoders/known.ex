# One for each of them that is there when the library is compiled.
require Boardwright.Encoders

if Code.ensure_loaded?(Jason.Encoder), do: Boardwright.Encoders.define(Jason.Encoder)
if Code.ensure_loaded?(JSON.Encoder), do: Boardwright.Encoders.define(JSON.Encoder)
