// The calls of WebGPU that draw or dispatch in the ways that a program wants, and the buffers from which they take their numbers.

const INDICES = new Uint16Array([0, 1, 2, 3]);
const NUMBERS_AT = 64;

// Returns a function that draws in a pass or a bundle: the image is covered once, or with each of two instances.
export function drawing(ways, bufferOf) {
  const indexed = ways.includes('DrawIndexed');
  const vertices = ways.includes('DrawTwoTriangles') ? 4 : 3;
  const instances = ways.includes('DrawTwoInstances') ? 2 : 1;
  const indices = indexed ? bufferOf(INDICES, GPUBufferUsage.INDEX) : undefined;
  const sizes = [vertices, instances, ...(indexed ? [0, 0, 0] : [0, 0])];
  const numbers = ways.includes('DrawIndirect') ? bufferOf(placed(sizes), GPUBufferUsage.INDIRECT) : undefined;
  const plain = !indexed && vertices === 3 && instances === 1;
  return (pass) => {
    if (indexed) pass.setIndexBuffer(indices, 'uint16');
    if (numbers && indexed) pass.drawIndexedIndirect(numbers, NUMBERS_AT);
    else if (numbers) pass.drawIndirect(numbers, NUMBERS_AT);
    else if (plain) pass.draw(3);
    else if (indexed) pass.drawIndexed(...sizes);
    else pass.draw(...sizes);
  };
}

export function dispatch(pass, header, bufferOf) {
  if (!header.ways.includes('DispatchIndirect')) pass.dispatchWorkgroups(...header.workgroups);
  else pass.dispatchWorkgroupsIndirect(bufferOf(placed(header.workgroups), GPUBufferUsage.INDIRECT), NUMBERS_AT);
}

// Returns numbers as a buffer holds them, not at its beginning.
function placed(numbers) {
  const words = new Uint32Array(NUMBERS_AT / 4 + numbers.length);
  words.set(numbers, NUMBERS_AT / 4);
  return words;
}
