[
  inputs: ["{mix,.formatter}.exs", "{bench,build,lib,test}/**/*.{ex,exs}"]
]
