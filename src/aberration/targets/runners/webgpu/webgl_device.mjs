// Compiles and draws with a browser's WebGL 2, so with ANGLE: `open` once, `run` for each program, as in webgpu_device.mjs.
// Row 0 of an image is the one where gl_FragCoord.y is 0.5, as in the images of the other drivers.

import { pause } from './pause.mjs';
import { closeAttachments, openAttachments, readAttachments } from './webgl_attachments.mjs';
import { attributeRefusal, bindAttributes } from './webgl_points.mjs';

// A triangle that covers all, and a strip of two that do so together.
const PLACES = new Float32Array([-1, -1, 3, -1, -1, 3, -1, -1, 1, -1, -1, 1, 1, 1]);
const INDICES = new Uint16Array([0, 1, 2, 3, 4, 5, 6]);
const AROUND = 0xa5; // what lies around a block in the middle of a larger buffer
const CONTEXT = { antialias: false, alpha: true, depth: false, stencil: false, preserveDrawingBuffer: true };
const VERTEX = {
  100: 'attribute vec2 place; void main() { gl_Position = vec4(place, -1.0, 1.0); }',
  300: '#version 300 es\nin vec2 place; void main() { gl_Position = vec4(place, -1.0, 1.0); }',
};
// Setter, components of a row and rows of each type of a uniform (OpenGL ES 3.0, table 2.10).
const TYPES = new Map([
  [0x1406, ['f', 1]], [0x8B50, ['f', 2]], [0x8B51, ['f', 3]], [0x8B52, ['f', 4]],
  [0x1404, ['i', 1]], [0x8B53, ['i', 2]], [0x8B54, ['i', 3]], [0x8B55, ['i', 4]],
  [0x1405, ['ui', 1]], [0x8DC6, ['ui', 2]], [0x8DC7, ['ui', 3]], [0x8DC8, ['ui', 4]],
  [0x8B56, ['i', 1]], [0x8B57, ['i', 2]], [0x8B58, ['i', 3]], [0x8B59, ['i', 4]],
  [0x8B5A, ['f', 2, 2]], [0x8B5B, ['f', 3, 3]], [0x8B5C, ['f', 4, 4]],
  [0x8B65, ['f', 3, 2]], [0x8B66, ['f', 4, 2]], [0x8B67, ['f', 2, 3]],
  [0x8B68, ['f', 4, 3]], [0x8B69, ['f', 2, 4]], [0x8B6A, ['f', 3, 4]],
]);
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const VIEWS = { f: Float32Array, i: Int32Array, ui: Uint32Array };
const TEXELS = { 0x140B: Uint16Array, 0x1404: Int32Array, 0x1405: Uint32Array, 0x1406: Float32Array }; // by the type of the numbers
const ROW = 16;

let gl, internalFormat, type, pixelBytes, lost, target;

class Refusal extends Error {}
class Unasked extends Error {}

export async function open(_, header) {
  const canvas = document.createElement('canvas');
  gl = canvas.getContext('webgl2', CONTEXT);
  if (!gl) return { unavailable: 'it has no WebGL 2' };
  canvas.addEventListener('webglcontextlost', () => { lost = 'webglcontextlost'; });
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const floats = header.format === 'rgba32float';
  if (floats && !gl.getExtension('EXT_color_buffer_float')) return { unavailable: 'it renders into no floats' };
  [internalFormat, type] = floats ? [gl.RGBA32F, gl.FLOAT] : [gl.RGBA8, gl.UNSIGNED_BYTE];
  pixelBytes = header.pixelBytes;
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, PLACES, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.disable(gl.DITHER);
  gl.frontFace(gl.CW); // at depth 0 and facing away, as the other runners draw
  return { adapter: gl.getParameter(extension.UNMASKED_RENDERER_WEBGL) };
}

// A lost context has no errors, and its images are zero: that it is lost is reported between two tasks only.
export async function run(header, bytes) {
  let answer;
  try {
    answer = attempt(header, bytes);
  } catch (error) {
    if (error instanceof Refusal) answer = [{ refused: error.message }];
    else if (error instanceof Unasked) answer = [{ unasked: error.message }];
    else throw error;
  }
  await pause(answer[0].refused === undefined ? 0 : 50);
  return lost || gl.isContextLost() ? [{ broken: 'the context was lost' }] : answer;
}

function attempt(header, bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, header.code));
  if (header.translates) return [{ translated: true }, new TextEncoder().encode(translated(text))];
  if (header.ways.includes('MakePipelineTwice')) gl.deleteProgram(linked(text, header.points));
  const program = linked(text, header.points);
  const buffers = [];
  const textures = [];
  let attached;
  try {
    resize(header);
    gl.useProgram(program);
    const unfit = header.points && attributeRefusal(gl, program, header.points);
    if (unfit) throw new Unasked(unfit);
    const given = new Map(header.uniforms.map((one) => [one.name, bytes.slice(one.offset, one.offset + one.length)]));
    setUniforms(program, given, (sampler) => bindTextures(sampler, header.textures, bytes, textures));
    setBlocks(program, given, buffers, header.start);
    if (header.ways.includes('DrawIndexed')) bindIndices(buffers);
    if (header.targets) attached = openAttachments(gl, header);
    else clear();
    gl.enable(gl.SCISSOR_TEST);
    const free = header.points && bindAttributes(gl, header.points, bytes);
    if (header.points) gl.depthRange(0, 0); // where the triangle lies, too
    for (const [x, y, width, height] of header.areas) {
      gl.scissor(x, y, width, height);
      if (header.points) gl.drawArrays(gl.POINTS, 0, header.points.count);
      else draw(header.ways);
    }
    free?.();
    gl.depthRange(0, 1);
    gl.disable(gl.SCISSOR_TEST);
    return finished(header);
  } finally {
    if (attached) closeAttachments(gl, attached, target.framebuffer);
    buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    textures.forEach((texture) => gl.deleteTexture(texture));
    gl.deleteProgram(program);
  }
}

function clear() {
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
}

function draw(ways) {
  const [mode, first, count] = ways.includes('DrawTwoTriangles') ? [gl.TRIANGLE_STRIP, 3, 4] : [gl.TRIANGLES, 0, 3];
  const many = ways.includes('DrawTwoInstances');
  const place = first * INDICES.BYTES_PER_ELEMENT;
  if (ways.includes('DrawIndexed') && many) gl.drawElementsInstanced(mode, count, gl.UNSIGNED_SHORT, place, 2);
  else if (ways.includes('DrawIndexed')) gl.drawElements(mode, count, gl.UNSIGNED_SHORT, place);
  else if (many) gl.drawArraysInstanced(mode, first, count, 2);
  else gl.drawArrays(mode, first, count);
}

function bindIndices(buffers) {
  buffers.push(gl.createBuffer());
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers.at(-1));
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, INDICES, gl.STATIC_DRAW);
}

function pixelsOf(header) {
  const pixels = new Uint8Array(header.width * header.height * pixelBytes);
  const view = type === gl.FLOAT ? new Float32Array(pixels.buffer) : pixels;
  gl.readPixels(0, 0, header.width, header.height, gl.RGBA, type, view);
  return pixels;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
  return whole;
}

function finished(header) {
  const parts = header.targets ? readAttachments(gl, header) : [pixelsOf(header)];
  const error = gl.getError();
  if (error === gl.OUT_OF_MEMORY) return [{ broken: 'out of memory: OUT_OF_MEMORY' }];
  if (error !== gl.NO_ERROR) throw new Refusal(`the API says error 0x${error.toString(16)}`);
  const sizes = parts.map((part) => part.length);
  return [{ pitch: header.width * pixelBytes, pitches: sizes.map((size) => size / header.height), sizes }, joined(parts)];
}

function compiled(stage, text) {
  const shader = gl.createShader(stage);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return shader;
  const log = gl.getShaderInfoLog(shader) || 'it does not compile';
  gl.deleteShader(shader);
  throw new Refusal(log);
}

// What ANGLE writes of a fragment shader, whether or not the driver behind it takes that.
function translated(text) {
  const shader = gl.createShader(gl.FRAGMENT_SHADER);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  const compiles = gl.getShaderParameter(shader, gl.COMPILE_STATUS);
  const log = gl.getShaderInfoLog(shader) || 'it does not compile';
  const source = gl.getExtension('WEBGL_debug_shaders').getTranslatedShaderSource(shader);
  gl.deleteShader(shader);
  if (!compiles && !source) throw new Refusal(log);
  return source;
}

// The shader under test is compiled first. Where points are drawn it is one for the vertex stage, or one of a pair.
function linked(text, points) {
  const version = /^\s*#\s*version\s+300\s+es\b/.test(text.replace(COMMENT, ' ')) ? 300 : 100;
  const vertex = points ? points.vertex : VERTEX[version];
  const own = compiled(vertex ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER, text);
  const other = vertex ? compiled(gl.VERTEX_SHADER, vertex) : compiled(gl.FRAGMENT_SHADER, points.fragment);
  const program = gl.createProgram();
  for (const shader of [own, other]) { gl.attachShader(program, shader); gl.deleteShader(shader); }
  if (points) points.attributes.forEach((one) => gl.bindAttribLocation(program, one.location, one.name));
  else gl.bindAttribLocation(program, 0, 'place');
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  const log = gl.getProgramInfoLog(program) || 'it does not link';
  gl.deleteProgram(program);
  throw new Refusal(log);
}

// `unitsOf` binds the textures of a sampler or of an array of them, and says to which units; nothing where there are none.
function setUniforms(program, given, unitsOf) {
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
  for (let index = 0; index < count; index += 1) {
    const info = gl.getActiveUniform(program, index);
    const place = gl.getUniformLocation(program, info.name);
    if (place === null) continue; // a member of a block
    const units = unitsOf(info);
    if (units) { gl.uniform1iv(place, units); continue; }
    const known = TYPES.get(info.type);
    if (!known) throw new Unasked(`${info.name} is an image or sampler, and none is supplied`);
    const data = given.get(info.name.replace(/\[0\]$/, ''));
    if (data) setUniform(place, known, info, data);
  }
}

function bindTextures(sampler, known, bytes, textures) {
  const isArray = sampler.name.endsWith('[0]');
  const names = isArray ? Array.from({ length: sampler.size }, (_, k) => sampler.name.replace(/\[0\]$/, `[${k}]`)) : [sampler.name];
  const found = names.map((name) => known.find((texture) => texture.name === name));
  if (!found.every(Boolean)) return undefined;
  const wrong = found.find((one) => sampler.type !== one.sampler);
  if (wrong) throw new Unasked(wrong.refusal);
  return found.map((one) => bindTexture(one, bytes, textures));
}

function bindTexture(one, bytes, textures) {
  const unit = textures.length;
  gl.activeTexture(gl.TEXTURE0 + unit);
  textures.push(gl.createTexture());
  gl.bindTexture(one.target, textures.at(-1));
  one.parameters.forEach(([key, value]) => gl.texParameteri(one.target, key, value));
  one.levels.forEach((own, level) => {
    const texels = new TEXELS[one.type](bytes.slice(own.offset, own.offset + own.length).buffer);
    const [width, height, depth] = own.size;
    const length = texels.length / one.flat.length;
    one.flat.forEach((target, k) => gl.texImage2D(target, level, one.stored, width, height, 0, one.format, one.type, texels.subarray(k * length, (k + 1) * length)));
    if (!one.flat.length) gl.texImage3D(one.target, level, one.stored, width, height, depth, 0, one.format, one.type, texels);
  });
  gl.activeTexture(gl.TEXTURE0);
  return unit;
}

// Values come as a block would hold them: each element of an array and each column of a matrix begins a row of 16 bytes.
function setUniform(place, [kind, width, columns], info, data) {
  const rows = (columns ?? 1) * info.size;
  const strided = Boolean(columns) || info.name.endsWith('[0]');
  const values = new VIEWS[kind](rows * width);
  const words = new VIEWS[kind](data.buffer, 0, Math.floor(data.length / 4));
  for (let row = 0; row < rows; row += 1) {
    const from = strided ? (row * ROW) / 4 : row * width;
    values.set(words.subarray(from, from + width), row * width);
  }
  if (!columns) gl[`uniform${width}${kind}v`](place, values);
  else gl[`uniformMatrix${columns === width ? width : `${columns}x${width}`}fv`](place, false, values);
}

// `start`, where the blocks begin in their buffers, is a multiple of every alignment that there may be.
function setBlocks(program, given, buffers, start) {
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS);
  for (let index = 0; index < count; index += 1) {
    const name = gl.getActiveUniformBlockName(program, index);
    const size = gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_DATA_SIZE);
    const bytes = new Uint8Array(size + 2 * start).fill(AROUND).fill(0, start, start + size);
    bytes.set((given.get(name) ?? new Uint8Array(0)).subarray(0, size), start);
    const buffer = gl.createBuffer();
    buffers.push(buffer);
    gl.bindBufferBase(gl.UNIFORM_BUFFER, index, buffer);
    gl.bufferData(gl.UNIFORM_BUFFER, bytes, gl.STATIC_DRAW);
    if (start) gl.bindBufferRange(gl.UNIFORM_BUFFER, index, buffer, start, size);
    gl.uniformBlockBinding(program, index, index);
  }
}

function resize(header) {
  gl.viewport(0, 0, header.width, header.height);
  const [width, height] = [header.width + header.margin, header.height + header.margin];
  if (target && target.width === width && target.height === height) return;
  if (target) { gl.deleteFramebuffer(target.framebuffer); gl.deleteTexture(target.texture); }
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, internalFormat, width, height);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  target = { width, height, texture, framebuffer };
}
