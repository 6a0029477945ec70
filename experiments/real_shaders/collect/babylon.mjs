// The shaders that Babylon.js assembles for WebGL 2 and for WebGPU: node babylon.mjs PACKAGES OUT [wgsl DAWN]
// Rule: every pair of a fragment shader with its vertex shader (or that of post-processes) in Shaders and ShadersWGSL,
// with the defines of DEFINES; every compute shader of ShadersWGSL.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeGl } from "./fake_gl.mjs";
import { nullGpu } from "./null_gpu.mjs";
import { Output } from "./output.mjs";

const [packages, folder, language = "essl", dawn = ""] = process.argv.slice(2);
const root = join(packages, "node_modules", "@babylonjs", "core");
const output = new Output(folder);
globalThis.self = globalThis.window = globalThis;
globalThis.navigator ??= { userAgent: "" };
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.requestAnimationFrame = () => 0;
const at = (...path) => pathToFileURL(join(root, ...path)).href;
const babylon = await import(at("index.js"));
const isWgsl = language === "wgsl";
const where = isWgsl ? "ShadersWGSL" : "Shaders";
let current = "";

const DEFINES = {
  kernelBlur: "#define blurWeight0 0.5\n#define varyingCount 1\n#define depCount 0",
};

async function engineOf() {
  if (!isWgsl) return new babylon.Engine(fakeGl((stage, text) => output.keep(`${current}.${stage}`, "essl", stage, text)).canvas);
  const canvas = await nullGpu(dawn, (stage, text) => output.keep(`${current}.${stage}`, "wgsl", stage, text));
  const made = new babylon.WebGPUEngine(canvas);
  await made.initAsync();
  return made;
}

const engine = await engineOf();
babylon.Logger.LogLevels = 0;
const shaderLanguage = isWgsl ? 1 : 0;
const files = readdirSync(join(root, where)).filter((one) => one.endsWith(".js")).sort();
for (const file of files) await import(pathToFileURL(join(root, where, file)).href);
for (const file of readdirSync(join(root, where, "ShadersInclude")).filter((one) => one.endsWith(".js")).sort())
  await import(pathToFileURL(join(root, where, "ShadersInclude", file)).href);
const bases = (kind) => files.filter((one) => one.endsWith(`.${kind}.js`)).map((one) => one.slice(0, -`.${kind}.js`.length));
const vertices = new Set(bases("vertex"));

function compiled(effect) {
  return new Promise((resolve) => {
    effect.executeWhenCompiled(() => resolve());
    effect.onErrorObservable?.add(() => resolve());
    setTimeout(resolve, 300);
  });
}

for (const name of bases("fragment")) {
  current = name;
  try {
    const vertex = vertices.has(name) ? name : "postprocess";
    const effect = engine.createEffect(
      { vertex, fragment: name },
      {
        attributes: ["position", "normal", "uv"], uniformsNames: [], uniformBuffersNames: [], samplers: [],
        defines: DEFINES[name] ?? "", indexParameters: { maxSimultaneousLights: 4, maxSimultaneousMorphTargets: 0,
        varyingCount: 1, depCount: 0 }, shaderLanguage,
      },
      engine,
    );
    await compiled(effect);
  } catch (problem) {
    output.fail(name, problem);
  }
}
if (isWgsl) {
  for (const name of bases("compute")) {
    current = name;
    try {
      const effect = engine.createComputeEffect({ computeSource: babylon.ShaderStore.ShadersStoreWGSL[`${name}ComputeShader`] }, { defines: "", entryPoint: "main", name });
      await compiled(effect);
    } catch (problem) {
      output.fail(name, problem);
    }
  }
}
output.finish();
