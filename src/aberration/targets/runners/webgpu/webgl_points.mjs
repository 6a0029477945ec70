// The attributes of a program for the vertex stage in WebGL, as `webgl_client.py` describes them.

// Returns why the attributes cannot be bound to those of a linked program, or nothing.
export function attributeRefusal(gl, program, points) {
  const count = gl.getProgramParameter(program, gl.ACTIVE_ATTRIBUTES);
  for (let index = 0; index < count; index += 1) {
    const { name, type } = gl.getActiveAttrib(program, index);
    if (points.ofItself.includes(name)) continue;
    const one = points.attributes.find((given) => given.name === name);
    if (!one) return `the attribute '${name}' is not among those that are given`;
    if (one.type !== type) return one.wrongType;
    if (gl.getAttribLocation(program, name) !== one.location) return one.wrongLocation;
  }
  return undefined;
}

// Binds the attributes to a vertex array of their own, and returns what lets go of it.
export function bindAttributes(gl, points, bytes) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const buffers = points.columns.map((column) => bound(gl, column, bytes));
  return () => {
    gl.bindVertexArray(null);
    gl.deleteVertexArray(array);
    buffers.forEach((buffer) => gl.deleteBuffer(buffer));
  };
}

function bound(gl, { location, type, components, offset, length }, bytes) {
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, bytes.subarray(offset, offset + length), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(location);
  if (type === gl.FLOAT) gl.vertexAttribPointer(location, components, type, false, 0, 0);
  else gl.vertexAttribIPointer(location, components, type, 0, 0);
  return buffer;
}
