// Several colour attachments of WebGL 2: a framebuffer of their own with an image for each.

const LETTERS = ['f', 'i', 'ui'];

// The numbers that stand for a format: of the image, of what is read back of it, and what a number there is.
function numbersOf(gl, one) {
  const read = one.letter === 'f' ? gl.RGBA : gl.RGBA_INTEGER;
  const types = { f: one.bytes === 1 ? gl.UNSIGNED_BYTE : gl.FLOAT, i: gl.INT, ui: gl.UNSIGNED_INT };
  const views = { f: one.bytes === 1 ? Uint8Array : Float32Array, i: Int32Array, ui: Uint32Array };
  return { stored: gl[one.format], read, type: types[one.letter], View: views[one.letter] };
}

// Returns the images, all zero, with the framebuffer that draws into them bound.
export function openAttachments(gl, header) {
  const [width, height] = [header.width + header.margin, header.height + header.margin];
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  const places = [];
  const textures = header.targets.map((one) => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, numbersOf(gl, one).stored, width, height);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + one.location, gl.TEXTURE_2D, texture, 0);
    while (places.length < one.location) places.push(gl.NONE);
    places.push(gl.COLOR_ATTACHMENT0 + one.location);
    return texture;
  });
  gl.bindTexture(gl.TEXTURE_2D, null);
  gl.drawBuffers(places);
  for (const one of header.targets) {
    const Zeros = [Float32Array, Int32Array, Uint32Array][LETTERS.indexOf(one.letter)];
    gl[`clearBuffer${one.letter}v`](gl.COLOR, one.location, new Zeros(4));
  }
  return { framebuffer, textures };
}

// Returns the bytes of all images, four channels a pixel.
export function readAttachments(gl, header) {
  return header.targets.map((one) => {
    const { read, type, View } = numbersOf(gl, one);
    const numbers = new View(header.width * header.height * 4);
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + one.location);
    gl.readPixels(0, 0, header.width, header.height, read, type, numbers);
    return new Uint8Array(numbers.buffer);
  });
}

export function closeAttachments(gl, { framebuffer, textures }, before) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, before);
  gl.deleteFramebuffer(framebuffer);
  textures.forEach((texture) => gl.deleteTexture(texture));
}
