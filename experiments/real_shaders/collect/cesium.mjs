// The shaders that Cesium assembles for WebGL 2: node cesium.mjs PACKAGES OUT
// Rule: every file of Source/Shaders that holds a main function, alone as a source, without defines and with the
// appearance of a plain material.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Output } from "./output.mjs";

const [packages, folder] = process.argv.slice(2);
const root = join(packages, "node_modules", "@cesium", "engine", "Source");
const output = new Output(folder);
globalThis.window = globalThis.self = globalThis;
for (const kind of ["Canvas", "Image", "Video"]) globalThis[`HTML${kind}Element`] ??= class {};
globalThis.document ??= { createElement: () => ({ style: {}, getContext: () => null }), getElementsByTagName: () => [], location: { href: "about:blank" } };
globalThis.navigator ??= { userAgent: "", appName: "" };
const load = async (...path) => (await import(pathToFileURL(join(root, ...path)).href)).default;
const ShaderSource = await load("Renderer", "ShaderSource.js");
const Material = await load("Scene", "Material.js");
const context = { webgl2: true, fragmentDepth: true, textureFloatLinear: true };

function files(path) {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((one) => (one.isDirectory() ? files(join(path, one.name)) : [join(path, one.name)]));
}

const NEEDS = [[/czm_getMaterial/, () => Material.fromType("Color").shaderSource]];

for (const file of files(join(root, "Shaders")).filter((one) => one.endsWith(".glsl"))) {
  const name = file.slice(join(root, "Shaders").length + 1);
  const text = readFileSync(file, "utf8");
  if (!/void\s+main\s*\(/.test(text)) continue;
  const stage = /VS\.glsl$/.test(file) ? "vertex" : "fragment";
  try {
    const more = NEEDS.filter(([pattern]) => pattern.test(text)).map(([, source]) => source());
    const source = new ShaderSource({ sources: [...more, text] });
    const made = stage === "vertex" ? source.createCombinedVertexShader(context) : source.createCombinedFragmentShader(context);
    output.keep(name, "essl", stage, made);
  } catch (problem) {
    output.fail(name, problem);
  }
}
output.finish();
