// The storage textures of a program in WebGPU; those of a header are the entries that `client.py` makes.

export const ROW_ALIGNMENT = 256;

// Returns what a layout of bind groups says of them.
export function storedLayout(slots, visibility) {
  return slots.map(({ binding, access, format, viewDimension }) => ({
    binding, visibility, storageTexture: { access, format, viewDimension },
  }));
}

// Returns textures with the texels of before the run.
export function storedTextures(device, slots, bytes) {
  const usage = GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST;
  return slots.map(({ format, dimension, viewDimension, size, rowBytes, offset }) => {
    const texture = device.createTexture({ format, dimension, size, usage, textureBindingViewDimension: viewDimension });
    const [, height, depth] = size;
    const texels = bytes.subarray(offset, offset + rowBytes * height * depth);
    device.queue.writeTexture({ texture }, texels, { bytesPerRow: rowBytes, rowsPerImage: height }, size);
    return texture;
  });
}

// Returns the entries of a bind group.
export function storedResources(slots, textures) {
  return slots.map(({ binding, viewDimension: dimension }, at) => ({ binding, resource: textures[at].createView({ dimension }) }));
}

// Records a copy of a texture into a buffer, which is returned; its rows are a multiple of 256 bytes.
export function copyOfTexture(device, encoder, { size, rowBytes }, texture) {
  const bytesPerRow = Math.ceil(rowBytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const [, height, depth] = size;
  const buffer = device.createBuffer({ size: bytesPerRow * height * depth, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow, rowsPerImage: height }, size);
  return buffer;
}
