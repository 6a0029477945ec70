"""Which planted mistakes of shader compilers do fused programs show, and by which steps?"""
