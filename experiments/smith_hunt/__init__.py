"""Random shaders of `smith` on compilers of many years: what was run, and which bugs came up."""
