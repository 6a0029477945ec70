// The WGSL that three's node materials give for WebGPU: node three_gpu.mjs PACKAGES OUT DAWN
// Rule: every class of node materials, plain and with all that it takes, drawn once; what the renderer itself adds is kept.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nullGpu } from "./null_gpu.mjs";
import { Output } from "./output.mjs";

const [packages, folder, dawn] = process.argv.slice(2);
const root = join(packages, "node_modules", "three");
const output = new Output(folder);
globalThis.self = globalThis.window = globalThis;
globalThis.requestAnimationFrame = () => 0;
globalThis.cancelAnimationFrame = () => {};
let current = "";
const canvas = await nullGpu(dawn, (stage, text) => output.keep(`${current}.${stage}`, "wgsl", stage, text));
const three = await import(pathToFileURL(join(root, "build", "three.webgpu.js")).href);
const renderer = new three.WebGPURenderer({ canvas, antialias: false });
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
output.finish();
