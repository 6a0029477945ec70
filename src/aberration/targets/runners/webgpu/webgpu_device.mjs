// Compiles, draws and dispatches with any WebGPU, of a browser or of Dawn's own package: `open` once, `run` for each program.
// Header and bytes of a program are those that `frame_of` in client.py makes; an answer is a header and bytes as well.

import { pause } from './pause.mjs';
import { dispatch, drawing } from './webgpu_draws.mjs';
import { pointDrawing, pointPipeline } from './webgpu_points.mjs';
import { ROW_ALIGNMENT, copyOfTexture, storedLayout, storedResources, storedTextures } from './webgpu_storage_images.mjs';
import { sampledLayout, sampledResources } from './webgpu_textures.mjs';

const AROUND = 0xa5; // what lies around a buffer in the middle of a larger one
let device, vertexModule, strip, stripModule, format, pixelBytes, executes, lost, target;

export async function open(gpu, header) {
  if (!gpu) return { unavailable: 'it has no WebGPU' };
  const adapter = await gpu.requestAdapter({ featureLevel: header.featureLevel });
  if (!adapter) return { unavailable: 'it has no adapter' };
  const info = adapter.info;
  const name = [info.vendor, info.architecture, info.device, info.description].filter(Boolean).join(' ');
  const features = (header.features ?? []).filter((name) => adapter.features.has(name));
  device = await adapter.requestDevice({ requiredFeatures: features, requiredLimits: storageOfStages(adapter.limits) });
  device.lost.then((why) => { lost = `${why.reason}: ${why.message}`; });
  ({ format, pixelBytes, executes, strip } = header);
  vertexModule = device.createShaderModule({ code: header.vertex });
  return { adapter: name, features };
}

// In compatibility mode a stage that draws has no storage buffers, unless they are asked for.
function storageOfStages(limits) {
  const names = ['maxStorageBuffersInFragmentStage', 'maxStorageBuffersInVertexStage'].filter((name) => limits[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Math.min(limits[name], limits.maxStorageBuffersPerShaderStage)]));
}

// Returns the pipeline, or throws a Refusal. What the API says of its own use (limits, interfaces) is none of the compiler's: `unasked`.
class Refusal extends Error {
  constructor(message, kind) { super(message); this.kind = kind; }
}

async function compile(header, code) {
  const module = device.createShaderModule({ code });
  const errors = (await module.getCompilationInfo()).messages.filter((message) => message.type === 'error');
  if (errors.length) throw new Refusal(errors.map((it) => `${it.lineNum}:${it.linePos}: ${it.message}`).join('\n'), 'refused');
  const { ways } = header;
  // It cannot say that offsets are dynamic.
  const automatic = ways.includes('UseAutomaticLayout') && !header.dynamicStart;
  const layouts = automatic ? [] : layoutsOf(header);
  const layout = automatic ? 'auto' : device.createPipelineLayout({ bindGroupLayouts: layouts });
  const description = pipelineOf(header, layout, { module, entryPoint: header.entryPoint, constants: header.constants });
  try {
    if (ways.includes('MakePipelineTwice')) await made(description, ways);
    const pipeline = await made(description, ways);
    return { layouts: automatic ? header.groups.map((_, group) => pipeline.getBindGroupLayout(group)) : layouts, pipeline };
  } catch (error) {
    throw new Refusal(String(error.message), error.reason === 'validation' ? 'unasked' : 'refused');
  }
}

function layoutsOf(header) {
  const both = header.points?.other.paired ? GPUShaderStage.FRAGMENT : 0;
  const drawn = header.points ? GPUShaderStage.VERTEX | both : GPUShaderStage.FRAGMENT;
  const visibility = header.draws ? drawn : GPUShaderStage.COMPUTE;
  const more = header.dynamicStart ? { hasDynamicOffset: true } : {};
  return header.groups.map((slots, group) => device.createBindGroupLayout({
    entries: [
      ...slots.map((slot) => ({ binding: slot.binding, visibility, buffer: { type: slot.type, ...more } })),
      ...sampledLayout(header.sampled[group], visibility),
      ...storedLayout(header.stored[group], visibility),
    ],
  }));
}

function pipelineOf(header, layout, stage) {
  if (!header.draws) return { layout, compute: stage };
  if (header.points) return { layout, ...pointPipeline(device, header.points, stage, format) };
  const primitive = { topology: 'triangle-list', frontFace: 'cw' }; // facing away, as the other runners draw
  const stripped = header.ways.includes('DrawTwoTriangles');
  if (stripped) primitive.topology = 'triangle-strip';
  if (stripped && header.ways.includes('DrawIndexed')) primitive.stripIndexFormat = 'uint16';
  const depthStencil = header.depth ? { format: header.depth.format, depthWriteEnabled: true, depthCompare: 'always' } : undefined;
  return { layout, vertex: { module: vertexOf(stripped), entryPoint: 'main' }, primitive, depthStencil, fragment: { ...stage, targets: targetsOf(header).map((one) => one && { format: one.format }) } };
}

function vertexOf(stripped) {
  if (!stripped) return vertexModule;
  stripModule ??= device.createShaderModule({ code: strip });
  return stripModule;
}

function made(description, ways) {
  const kind = description.compute ? 'Compute' : 'Render';
  return device[`create${kind}Pipeline${ways.includes('MakePipelineAtOnce') ? '' : 'Async'}`](description);
}

function filled(slot, bytes, start) {
  const usage = slot.type === 'uniform' ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const size = start ? Math.ceil((slot.size + 2 * start) / 4) * 4 : slot.size;
  const buffer = device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
  if (start) {
    const whole = new Uint8Array(size).fill(AROUND);
    whole.fill(0, start, start + slot.size).set(bytes.subarray(slot.offset, slot.offset + slot.length), start);
    device.queue.writeBuffer(buffer, 0, whole);
  } else if (slot.length) device.queue.writeBuffer(buffer, 0, bytes, slot.offset, slot.length);
  return buffer;
}

// Returns a buffer with these numbers for a use; it lives as long as the program.
function bufferWith(data, usage) {
  const buffer = device.createBuffer({ size: data.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, data);
  return buffer;
}

// What is drawn into, by location; null where nothing is.
function targetsOf(header) {
  return header.targets ?? [{ format, pixelBytes }];
}

function renderTarget(width, height, targets) {
  const key = JSON.stringify([width, height, targets]);
  if (target?.key === key) return target;
  for (const one of target?.surfaces ?? []) { one?.texture.destroy(); one?.readback.destroy(); }
  target = { key, surfaces: targets.map((one) => one && surface(width, height, one)) };
  return target;
}

function surface(width, height, one) {
  const pitch = Math.ceil((width * one.pixelBytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
  const texture = device.createTexture({ size: [width, height], format: one.format, usage });
  const readback = device.createBuffer({ size: pitch * height, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  return { pitch, texture, readback };
}

async function read(buffer) {
  await buffer.mapAsync(GPUMapMode.READ);
  const copy = new Uint8Array(buffer.getMappedRange()).slice();
  buffer.unmap();
  return copy;
}

function bind(pass, made, header, buffers) {
  pass.setPipeline(made.pipeline);
  made.layouts.forEach((layout, number) => {
    const slots = header.groups[number];
    const entries = slots.map((slot, at) => ({
      binding: slot.binding, resource: { buffer: buffers[number][at], offset: header.staticStart, size: slot.size },
    }));
    const stored = storedResources(header.stored[number], made.stored[number]);
    const group = device.createBindGroup({ layout, entries: [...entries, ...made.sampled[number], ...stored] });
    if (header.dynamicStart) pass.setBindGroup(number, group, slots.map(() => header.dynamicStart));
    else pass.setBindGroup(number, group);
  });
}

function encodeDrawing(encoder, made, header, buffers, bufferOf) {
  const targets = targetsOf(header);
  const whole = [header.width + header.margin, header.height + header.margin];
  const { surfaces } = renderTarget(...whole, header.depth ? [...targets, header.depth] : targets);
  const depth = header.depth ? surfaces.at(-1) : undefined;
  const draw = header.points ? pointDrawing(header.points, made.bytes, bufferOf) : drawing(header.ways, bufferOf);
  const pass = encoder.beginRenderPass({
    depthStencilAttachment: depth && { view: depth.texture.createView(), depthClearValue: 0, depthLoadOp: 'clear', depthStoreOp: 'store' },
    colorAttachments: surfaces.slice(0, targets.length).map((to) => to && { view: to.texture.createView(), clearValue: [0, 0, 0, 0], loadOp: 'clear', storeOp: 'store' }),
  });
  if (header.margin || header.ways.includes('SetViewportLate')) pass.setViewport(0, 0, header.width, header.height, 0, 1);
  const inner = header.ways.includes('UseSecondaryCommands') ? device.createRenderBundleEncoder({ colorFormats: targets.map((one) => one && one.format), depthStencilFormat: header.depth?.format }) : pass;
  bind(inner, made, header, buffers);
  if (inner !== pass) draw(inner);
  const bundle = inner === pass ? undefined : inner.finish();
  for (const [x, y, width, height] of header.areas) {
    pass.setScissorRect(x, y, width, height);
    if (bundle) pass.executeBundles([bundle]);
    else draw(pass);
  }
  pass.end();
  return surfaces.filter(Boolean).map((to) => {
    const [width, height] = to === depth ? whole : [header.width, header.height]; // Depths are copied as a whole.
    const destination = { buffer: to.readback, bytesPerRow: to.pitch, rowsPerImage: height };
    encoder.copyTextureToBuffer({ texture: to.texture }, destination, [width, height]);
    return to.readback;
  });
}

function encodeDispatch(encoder, made, header, buffers, bufferOf) {
  const pass = encoder.beginComputePass();
  bind(pass, made, header, buffers);
  dispatch(pass, header, bufferOf);
  pass.end();
  return header.results.map(({ group, at, stored }) => {
    if (stored) return copyOfTexture(device, encoder, header.stored[group][at], made.stored[group][at]);
    const size = header.groups[group][at].size;
    const copy = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyBufferToBuffer(buffers[group][at], header.staticStart + header.dynamicStart, copy, 0, size);
    return copy;
  });
}

function submit(compiled, header, bytes) {
  const start = header.staticStart + header.dynamicStart;
  const buffers = header.groups.map((slots) => slots.map((slot) => filled(slot, bytes, start)));
  const stored = header.stored.map((slots) => storedTextures(device, slots, bytes));
  const owned = [...buffers.flat(), ...stored.flat()];
  const made = { ...compiled, bytes, stored, sampled: header.sampled.map((slots) => sampledResources(device, slots, bytes, owned)) };
  const bufferOf = (data, usage) => {
    owned.push(bufferWith(data, usage));
    return owned.at(-1);
  };
  let copies;
  const record = () => {
    const encoder = device.createCommandEncoder();
    copies = (header.draws ? encodeDrawing : encodeDispatch)(encoder, made, header, buffers, bufferOf);
    return encoder.finish();
  };
  if (header.ways.includes('RecordAgain')) record();
  device.queue.submit(header.ways.includes('SubmitTwice') ? [record(), record()] : [record()]);
  return { copies, owned };
}

// Runs `work` in scopes for all kinds of errors; returns its result and the first error of each kind.
async function scoped(work) {
  const kinds = ['validation', 'internal', 'out-of-memory'];
  for (const kind of kinds) device.pushErrorScope(kind);
  let result, thrown;
  try { result = await work(); } catch (error) { thrown = error; }
  // All are asked for at once: in a browser each answer is a way to the process of the driver and back.
  const messages = await Promise.all(kinds.reverse().map(() => device.popErrorScope()));
  const errors = Object.fromEntries(kinds.map((kind, at) => [kind, messages[at]?.message]));
  return { result, thrown, errors };
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}

// Runs one program; what a lost device or missing memory throws is reported as such, and all else escapes.
export async function run(header, bytes) {
  try {
    return await attempt(header, bytes);
  } catch (error) {
    await Promise.race([device.lost, pause(1000)]);
    if (lost) return [{ broken: `the device was lost: ${lost}` }];
    // V8 has no other error for an image that finds no memory.
    if (error instanceof RangeError) return [{ broken: `out of memory: ${error.message}` }];
    throw error;
  }
}

async function attempt(header, bytes) {
  const most = device.limits.maxColorAttachments;
  if (header.targets?.length > most) return [{ unasked: `attachments at locations of ${most} or more` }];
  const compiled = await scoped(() => compile(header, new TextDecoder().decode(bytes.subarray(0, header.code))));
  if (compiled.thrown && !(compiled.thrown instanceof Refusal)) throw compiled.thrown;
  const refusal = compiled.thrown?.message ?? compiled.errors.validation ?? compiled.errors.internal;
  const kind = compiled.thrown?.kind ?? (compiled.errors.validation !== undefined ? 'unasked' : 'refused');
  // A browser tells between two tasks only that it lost a device, after calls that failed for it or gave zeros.
  if (header.yields && refusal !== undefined) await pause(50);
  if (lost) return [{ broken: `the device was lost: ${lost}` }];
  if (compiled.errors['out-of-memory'] !== undefined) return [{ broken: `out of memory: ${compiled.errors['out-of-memory']}` }];
  if (refusal !== undefined) return [{ [kind]: refusal }];
  if (!executes) return [{ compiled: true }];
  const submitted = await scoped(async () => submit(compiled.result, header, bytes));
  if (submitted.thrown) throw submitted.thrown;
  // What cannot be allocated is invalid later on: that is no fault of the program's.
  const memory = submitted.errors['out-of-memory'];
  if (memory !== undefined) return [{ broken: `out of memory: ${memory}` }];
  if (submitted.errors.internal !== undefined) return [{ broken: submitted.errors.internal }];
  const { copies, owned } = submitted.result;
  if (submitted.errors.validation !== undefined) {
    for (const one of owned) one.destroy();
    return [{ unasked: submitted.errors.validation }];
  }
  const data = [];
  for (const copy of copies) data.push(await read(copy));
  if (header.yields) await pause(0);
  if (lost) return [{ broken: `the device was lost: ${lost}` }];
  for (const one of header.draws ? owned : [...owned, ...copies]) one.destroy();
  const pitches = (target?.surfaces ?? []).filter(Boolean).map((one) => one.pitch);
  return [{ pitch: pitches[0], pitches, sizes: data.map((part) => part.length) }, joined(data)];
}
