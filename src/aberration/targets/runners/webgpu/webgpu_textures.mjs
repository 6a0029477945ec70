// The textures and samplers of a program in WebGPU; those of a header are the entries that `client.py` makes.

// Returns what a layout of bind groups says of them. A slot without a format is a sampler.
export function sampledLayout(slots, visibility) {
  return slots.map((slot) => ({
    binding: slot.binding,
    visibility,
    ...(slot.format ? { texture: { sampleType: slot.sampleType, viewDimension: slot.viewDimension } } : { sampler: { type: slot.compare ? 'comparison' : 'filtering' } }),
  }));
}

// Returns the entries of a bind group; textures that were made for them are put among those that are owned.
export function sampledResources(device, slots, bytes, owned) {
  return slots.map((slot) => {
    if (!slot.format) return { binding: slot.binding, resource: samplerOf(device, slot) };
    const texture = textureOf(device, slot, bytes);
    owned.push(texture);
    return { binding: slot.binding, resource: texture.createView({ dimension: slot.viewDimension }) };
  });
}

function samplerOf(device, { addressMode: mode, filter, mipmapFilter, compare }) {
  const filters = { magFilter: filter, minFilter: filter, mipmapFilter };
  return device.createSampler({ ...filters, addressModeU: mode, addressModeV: mode, addressModeW: mode, ...(compare && { compare }) });
}

function textureOf(device, slot, bytes) {
  const { levels, format, dimension } = slot;
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  // In compatibility mode a texture has one kind of view, and an array may have one layer.
  const kind = { format, dimension, usage, textureBindingViewDimension: slot.viewDimension };
  const texture = device.createTexture({ ...kind, size: levels[0].size, mipLevelCount: levels.length });
  levels.forEach(({ size, rowBytes, offset }, mipLevel) => {
    const [, height, depth] = size;
    const texels = bytes.subarray(offset, offset + rowBytes * height * depth);
    device.queue.writeTexture({ texture, mipLevel }, texels, { bytesPerRow: rowBytes, rowsPerImage: height }, size);
  });
  return texture;
}
