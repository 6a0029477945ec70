// WebGPU as Dawn's null backend gives it, which compiles nothing: what a package would send to a driver is kept.
// Returns a canvas.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const own = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true, writable: true });

export function stageOf(text) {
  return ["compute", "vertex", "fragment"].find((stage) => new RegExp(`@${stage}\\b`).test(text)) ?? "fragment";
}

export async function nullGpu(dawn, keep) {
  const { create, globals } = await import(pathToFileURL(join(dawn, "node_modules", "webgpu", "index.js")).href);
  Object.assign(globalThis, globals);
  const gpu = create(["backend=null"]);
  const current = { device: null, texture: null };
  const adapterOf = gpu.requestAdapter.bind(gpu);
  own(gpu, "requestAdapter", async (options) => {
    const adapter = await adapterOf({ ...options, xrCompatible: undefined });
    own(adapter, "features", new Set(adapter.features));
    const deviceOf = adapter.requestDevice.bind(adapter);
    own(adapter, "requestDevice", async (wanted) => {
      const device = await deviceOf(wanted);
      current.device = device;
      own(device, "features", new Set(device.features));
      const make = device.createShaderModule.bind(device);
      own(device, "createShaderModule", (given) => {
        keep(stageOf(given.code), given.code);
        return make(given);
      });
      return device;
    });
    return adapter;
  });
  own(gpu, "getPreferredCanvasFormat", () => "bgra8unorm");
  own(globalThis, "navigator", { gpu, userAgent: "" });
  const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC | GPUTextureUsage.TEXTURE_BINDING;
  const context = {
    configure: () => {},
    unconfigure: () => {},
    getCurrentTexture: () =>
      (current.texture ??= current.device.createTexture({ size: [16, 16], format: "bgra8unorm", usage })),
  };
  return {
    width: 16, height: 16, clientWidth: 16, clientHeight: 16, style: {},
    getContext: () => context, addEventListener() {}, removeEventListener() {}, setAttribute() {},
    getBoundingClientRect: () => ({ x: 0, y: 0, width: 16, height: 16 }),
  };
}
