// The shaders that PixiJS assembles for WebGL and for WebGPU: node pixi.mjs PACKAGES OUT
// Rule: every program that its filters, blend modes, shaders and adaptors for meshes and graphics ask for when made.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeGl } from "./fake_gl.mjs";
import { Output } from "./output.mjs";

const [packages, folder] = process.argv.slice(2);
const root = join(packages, "node_modules", "pixi.js", "lib");
const output = new Output(folder);
const { canvas } = fakeGl(() => {});
globalThis.navigator ??= { userAgent: "" };
globalThis.self = globalThis;
globalThis.document ??= { createElement: () => canvas, baseURI: "", location: { href: "about:blank" } };
globalThis.HTMLCanvasElement ??= class {};
globalThis.HTMLImageElement ??= class {};
globalThis.HTMLVideoElement ??= class {};
const at = (...path) => pathToFileURL(join(root, ...path)).href;
const pixi = await import(at("index.mjs"));
const adapter = { createCanvas: () => canvas, getNavigator: () => globalThis.navigator, getWebGLRenderingContext: () => Object };
pixi.DOMAdapter.set({ ...pixi.DOMAdapter.get(), ...adapter });
let current = "";

function keepGl(made) {
  if (made) for (const stage of ["vertex", "fragment"]) output.keep(`${current}.${stage}`, "essl", stage, made[stage]);
  return made;
}
function keepGpu(made) {
  if (made) for (const stage of ["vertex", "fragment"]) output.keep(`${current}.${stage}`, "wgsl", stage, made[stage]?.source);
  return made;
}
const fromGl = pixi.GlProgram.from.bind(pixi.GlProgram);
pixi.GlProgram.from = (options) => keepGl(fromGl(options));
const fromGpu = pixi.GpuProgram.from.bind(pixi.GpuProgram);
pixi.GpuProgram.from = (options) => keepGpu(fromGpu(options));

const texture = pixi.Texture.EMPTY;
const OPTIONS = {
  DisplacementFilter: () => ({ sprite: new pixi.Sprite(texture) }),
  MaskFilter: () => ({ sprite: new pixi.Sprite(texture) }),
  SdfShader: () => 8,
  DefaultShader: () => 8,
  PassthroughFilter: () => undefined,
  DefaultBatcher: () => ({ maxTextures: 8 }),
};
const blend = await import(at("advanced-blend-modes", "index.mjs"));
const classes = Object.entries({ ...pixi, ...blend }).filter(
  ([name, one]) => /(Filter|Shader|Adaptor|Blend|Batcher)$/.test(name) && typeof one === "function" && /^class/.test(String(one)),
);
for (const [name, kind] of classes.sort(([a], [b]) => (a < b ? -1 : 1))) {
  current = name;
  try {
    const made = new kind(OPTIONS[name]?.() ?? {});
    if (/Adaptor$/.test(name)) made.init?.(new kind());
    for (const held of [made, made.shader, made._shader, made._shaders?.shader]) {
      keepGl(held?.glProgram);
      keepGpu(held?.gpuProgram);
    }
  } catch (problem) {
    output.fail(name, problem);
  }
}
output.finish();
