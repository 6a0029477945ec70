"""Where a process died: its native stack, read by a tracer at the moment of the signal, without any
debugger.

`tracer` is the process around a worker, `ptrace` its system calls; `memory`, `elf`, `call_frames`
and `stack` read the stack of what stands still; `calls` says what of it names a bug.
"""
