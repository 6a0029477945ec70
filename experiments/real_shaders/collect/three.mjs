// The shaders that three assembles for WebGL 2: node three.mjs PACKAGES OUT
// Rule: every material class, plain and with all that it takes; every object with shaders in examples/jsm/shaders.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeGl } from "./fake_gl.mjs";
import { Output } from "./output.mjs";

const [packages, folder] = process.argv.slice(2);
const root = join(packages, "node_modules", "three");
const output = new Output(folder);
globalThis.self = globalThis;
const at = (...path) => pathToFileURL(join(root, ...path)).href;
const three = await import(at("build", "three.module.js"));
let current = "";
const gl = fakeGl((stage, text) => output.keep(`${current}.${stage}`, "essl", stage, text));
const renderer = new three.WebGLRenderer({ canvas: gl.canvas, context: gl });
renderer.shadowMap.enabled = true;
const error = console.error;
console.error = console.warn = () => {};

const texture = () => new three.DataTexture(new Uint8Array(4), 1, 1);
const cube = () => new three.CubeTexture(Array(6).fill({ width: 1, height: 1 }));

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
  geometry.computeTangents?.();
  if (material.isPointsMaterial) return new three.Points(geometry, material);
  if (material.isLineBasicMaterial) return new three.Line(geometry, material);
  if (material.isSpriteMaterial) return new three.Sprite(material);
  return new three.Mesh(geometry, material);
}

function enrich(material) {
  for (const name of Object.keys(material)) {
    if (name === "envMap") material[name] = cube();
    else if (/[mM]ap$/.test(name)) material[name] = texture();
  }
  const more = { clearcoat: 1, iridescence: 1, sheen: 1, transmission: 1, anisotropy: 1, dispersion: 1 };
  for (const [name, value] of Object.entries(more)) if (`_${name}` in material || name in material) material[name] = value;
  Object.assign(material, { alphaTest: 0.5, clippingPlanes: [new three.Plane()], vertexColors: true, dithering: true });
}

function draw(name, material, rich) {
  current = name;
  try {
    const where = scene(rich);
    const object = objectFor(material);
    object.receiveShadow = object.castShadow = rich;
    where.add(object);
    renderer.render(where, new three.PerspectiveCamera());
  } catch (problem) {
    output.fail(name, problem);
  }
}

for (const name of Object.keys(three).filter((one) => /\wMaterial$/.test(one)).sort()) {
  if (/^(Raw)?ShaderMaterial$/.test(name)) continue;
  for (const rich of [false, true]) {
    const material = new three[name]();
    if (rich) enrich(material);
    draw(`${name} ${rich ? "rich" : "plain"}`, material, rich);
  }
}
const shaders = join(root, "examples", "jsm", "shaders");
for (const file of readdirSync(shaders).filter((one) => one.endsWith(".js")).sort()) {
  let module;
  try {
    module = await import(pathToFileURL(join(shaders, file)).href);
  } catch (problem) {
    output.fail(file, problem);
    continue;
  }
  for (const [name, made] of Object.entries(module)) {
    if (!made?.fragmentShader) continue;
    const { uniforms, defines, vertexShader, fragmentShader } = made;
    const isRaw = /^\s*uniform mat4 modelViewMatrix/m.test(vertexShader);
    const kind = isRaw ? three.RawShaderMaterial : three.ShaderMaterial;
    draw(name, new kind({ uniforms, defines, vertexShader, fragmentShader }), false);
  }
}
console.error = error;
output.finish();
