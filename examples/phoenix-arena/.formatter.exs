[inputs: ["mix.exs", "{bench,lib,test}/**/*.{ex,exs}"]]
