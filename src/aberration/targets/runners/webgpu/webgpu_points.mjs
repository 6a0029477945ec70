// How a program whose vertices are points is drawn in WebGPU, as `client.py` describes it: one stage is under test, and both may be of one module.

export function pointPipeline(device, points, stage, format) {
  const { text, entry_point: entryPoint, is_vertex: isVertex } = points.other;
  const other = { module: text ? device.createShaderModule({ code: text }) : stage.module, entryPoint };
  const [vertex, fragment] = isVertex ? [other, stage] : [stage, other];
  return {
    vertex: { ...vertex, buffers: points.buffers.map((one) => one.layout) },
    primitive: { topology: 'point-list' },
    fragment: { ...fragment, targets: [{ format }] },
  };
}

// Returns a function that draws in a pass, with vertex buffers that `bufferOf` makes.
export function pointDrawing(points, bytes, bufferOf) {
  const made = points.buffers.map(({ offset, length }) => bufferOf(bytes.slice(offset, offset + length), GPUBufferUsage.VERTEX));
  return (pass) => {
    made.forEach((buffer, slot) => pass.setVertexBuffer(slot, buffer));
    pass.draw(points.count);
  };
}
