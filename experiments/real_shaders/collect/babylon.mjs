// The shaders that Babylon.js assembles for WebGL 2 and for WebGPU: node babylon.mjs PACKAGES OUT [wgsl DAWN]
// Rule: every pair of a fragment shader with its vertex shader (or that of post-processes) in Shaders and ShadersWGSL,
// with the defines of DEFINES; every compute shader of ShadersWGSL; and the materials of MATERIALS, plain and with all that
// they take, on a mesh in a scene with fog, lights and shadows.
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
globalThis.document ??= { createElement: () => ({ style: {}, getContext: () => null }), addEventListener() {}, removeEventListener() {} };
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

const rawTexture = (scene) => babylon.RawTexture.CreateRGBATexture(new Uint8Array(4), 1, 1, scene, false);
const rawCube = (scene) => new babylon.RawCubeTexture(scene, Array(6).fill(new Uint8Array(4)), 1);
const RICH = {
  StandardMaterial: (made, scene) => {
    for (const name of ["diffuse", "ambient", "opacity", "emissive", "specular", "bump", "lightmap"])
      made[`${name}Texture`] = rawTexture(scene);
    made.useParallax = made.useParallaxOcclusion = true;
    made.diffuseFresnelParameters = new babylon.FresnelParameters({ isEnabled: true });
    made.detailMap.texture = rawTexture(scene);
    made.detailMap.isEnabled = true;
  },
  PBRMaterial: (made, scene) => {
    for (const name of ["albedo", "ambient", "opacity", "emissive", "reflectivity", "metallic", "bump", "lightmap"])
      made[`${name}Texture`] = rawTexture(scene);
    made.reflectionTexture = rawCube(scene);
    for (const part of ["clearCoat", "anisotropy", "sheen", "iridescence"]) made[part].isEnabled = true;
    made.clearCoat.isTintEnabled = true;
    made.subSurface.isRefractionEnabled = made.subSurface.isTranslucencyEnabled = true;
    made.useParallax = true;
  },
  PBRMetallicRoughnessMaterial: () => {},
  PBRSpecularGlossinessMaterial: () => {},
  OpenPBRMaterial: () => {},
  BackgroundMaterial: (made, scene) => {
    made.diffuseTexture = rawTexture(scene);
    made.reflectionTexture = rawCube(scene);
    made.opacityFresnel = true;
  },
  NodeMaterial: (made) => made.setToDefault(),
};

function sceneOf(rich) {
  const scene = new babylon.Scene(engine);
  new babylon.FreeCamera("camera", new babylon.Vector3(0, 0, -5), scene);
  const light = new babylon.DirectionalLight("sun", new babylon.Vector3(0, -1, 0), scene);
  if (!rich) return scene;
  scene.fogMode = babylon.Scene.FOGMODE_EXP2;
  scene.clipPlane = new babylon.Plane(0, 1, 0, 0);
  new babylon.PointLight("point", babylon.Vector3.Zero(), scene);
  new babylon.SpotLight("spot", babylon.Vector3.Zero(), babylon.Vector3.Down(), 1, 1, scene);
  new babylon.HemisphericLight("sky", babylon.Vector3.Up(), scene);
  new babylon.ShadowGenerator(16, light).usePercentageCloserFiltering = true;
  return scene;
}

for (const [name, enrich] of Object.entries(RICH)) {
  for (const rich of [false, true]) {
    current = `${name} ${rich ? "rich" : "plain"}`;
    try {
      const scene = sceneOf(rich);
      const material = new babylon[name]("material", scene, isWgsl && name === "NodeMaterial" ? { shaderLanguage } : undefined);
      if (rich || name === "NodeMaterial") enrich(material, scene);
      if (name === "NodeMaterial") material.build();
      const mesh = babylon.MeshBuilder.CreateBox("box", {}, scene);
      mesh.receiveShadows = rich;
      mesh.material = material;
      if (rich) mesh.setVerticesData("color", new Float32Array(4 * mesh.getTotalVertices()));
      for (let turn = 0; turn < 20 && !material.isReadyForSubMesh(mesh, mesh.subMeshes[0], false); turn++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      scene.render();
    } catch (problem) {
      output.fail(current, problem);
    }
  }
}
output.finish();
