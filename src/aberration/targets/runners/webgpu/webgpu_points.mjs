// How a program for the vertex stage is drawn in WebGPU, as `client.py` describes it: a point for each vertex.

export function pointPipeline(device, points, stage, format) {
  const module = device.createShaderModule({ code: points.fragment });
  return {
    vertex: { ...stage, buffers: points.buffers.map((one) => one.layout) },
    primitive: { topology: 'point-list' },
    fragment: { module, entryPoint: 'main', targets: [{ format }] },
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
