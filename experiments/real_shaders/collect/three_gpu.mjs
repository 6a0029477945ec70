// What three's node materials give for WebGPU (WGSL), or for WebGL 2 (ESSL): node three_gpu.mjs PACKAGES OUT DAWN [webgl]
// Rule: every class of node materials, plain and with all that it takes; every effect of examples/jsm/tsl/display that takes
// one of ARGUMENTS; each drawn once. What the renderer itself adds is kept.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeGl } from "./fake_gl.mjs";
import { nullGpu } from "./null_gpu.mjs";
import { Output } from "./output.mjs";

const [packages, folder, dawn, forced = ""] = process.argv.slice(2);
const root = join(packages, "node_modules", "three");
const output = new Output(folder);
globalThis.self = globalThis.window = globalThis;
globalThis.requestAnimationFrame = () => 0;
globalThis.cancelAnimationFrame = () => {};
for (const kind of ["ImageBitmap", "VideoFrame", "HTMLImageElement", "HTMLVideoElement", "HTMLCanvasElement", "OffscreenCanvas"])
  globalThis[kind] ??= class {};
let current = "";
const forceWebGL = forced === "webgl";
const keep = (language) => (stage, text) => output.keep(`${current}.${stage}`, language, stage, text);
const canvas = forceWebGL ? fakeGl(keep("essl")).canvas : await nullGpu(dawn, keep("wgsl"));
const three = await import(pathToFileURL(join(root, "build", "three.webgpu.js")).href);
const renderer = new three.WebGPURenderer({ canvas, antialias: false, forceWebGL });
await renderer.init();
renderer.shadowMap.enabled = true;
console.error = console.warn = () => {};

const texture = () => new three.DataTexture(new Uint8Array(4), 1, 1);

function scene(rich) {
  const made = new three.Scene();
  if (!rich) return made;
  made.fog = new three.FogExp2(0xffffff, 0.1);
  for (const kind of [three.DirectionalLight, three.PointLight, three.SpotLight, three.HemisphereLight]) {
    const light = new kind(0xffffff, 1);
    light.castShadow = kind !== three.HemisphereLight;
    made.add(light);
  }
  return made;
}

function objectFor(material) {
  const geometry = new three.BoxGeometry();
  if (material.isPointsNodeMaterial) return new three.Sprite(material);
  if (material.isLineBasicNodeMaterial || material.isLineDashedNodeMaterial) return new three.Line(geometry, material);
  if (material.isSpriteNodeMaterial) return new three.Sprite(material);
  return new three.Mesh(geometry, material);
}

function enrich(material) {
  for (const name of Object.keys(material)) if (/[mM]ap$/.test(name) && name !== "envMap") material[name] = texture();
  const more = { clearcoat: 1, iridescence: 1, sheen: 1, anisotropy: 1, dispersion: 1, transmission: 1 };
  for (const [name, value] of Object.entries(more)) if (`_${name}` in material || name in material) material[name] = value;
  Object.assign(material, { alphaTest: 0.5, dithering: true });
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
for (const name of Object.keys(three).filter((one) => /\wNodeMaterial$/.test(one)).sort()) {
  for (const rich of [false, true]) {
    current = `${name} ${rich ? "rich" : "plain"}`;
    try {
      const material = new three[name]();
      if (rich) enrich(material);
      const where = scene(rich);
      const object = objectFor(material);
      object.receiveShadow = object.castShadow = rich;
      where.add(object);
      const camera = new three.PerspectiveCamera();
      camera.position.z = 5;
      renderer.render(where, camera);
      await wait(30);
    } catch (problem) {
      output.fail(current, problem);
    }
  }
}

const T = three.TSL;
const camera = new three.PerspectiveCamera();
camera.position.z = 5;

function passOf() {
  const where = scene(true);
  where.add(new three.Mesh(new three.BoxGeometry(), new three.MeshStandardNodeMaterial()));
  const pass = T.pass(where, camera);
  pass.setMRT(T.mrt({ output: T.output, normal: T.normalView, velocity: T.velocity }));
  const [color, depth, normal, velocity] = ["output", "depth", "normal", "velocity"].map((one) => pass.getTextureNode(one));
  return { pass, where, color, depth, normal, velocity };
}

const ARGUMENTS = [
  ({ color, depth, normal }) => [color, depth, normal, camera],
  ({ color, depth, normal }) => [color, depth, normal, T.float(0.5), T.float(0.5), camera],
  ({ depth, normal }) => [depth, normal, camera],
  ({ color, depth, velocity }) => [color, depth, velocity, camera],
  ({ color, depth }) => [color, depth, camera],
  ({ color, velocity }) => [color, velocity],
  ({ color }) => [color, color],
  ({ color }) => [color],
  ({ where }) => [where, camera],
];

const display = join(root, "examples", "jsm", "tsl", "display");
for (const file of readdirSync(display).filter((one) => one.endsWith(".js")).sort()) {
  const module = await import(pathToFileURL(join(display, file)).href);
  for (const [name, make] of Object.entries(module)) {
    if (typeof make !== "function" || /^class/.test(String(make))) continue;
    let made = false;
    for (const [number, given] of ARGUMENTS.entries()) {
      current = `${name} ${number}`;
      try {
        const pipeline = new three.PostProcessing(renderer, make(...given(passOf())));
        pipeline.render();
        made = true;
        await wait(20);
      } catch {
        continue;
      }
    }
    if (!made) output.fail(name, "takes none of ARGUMENTS");
  }
}
output.finish();
