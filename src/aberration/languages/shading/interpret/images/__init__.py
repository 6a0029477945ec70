"""Storage images: buffers stand for them."""
