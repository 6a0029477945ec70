// What Tint says about many WGSL programs, by Dawn's null backend: node tint_verdicts.mjs DAWN LIST OUT
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [dawn, list, out] = process.argv.slice(2);
const { create, globals } = await import(join(dawn, "node_modules", "webgpu", "index.js"));
Object.assign(globalThis, globals);
const gpu = create(["backend=null"]);
const adapter = await gpu.requestAdapter();
const features = [...adapter.features].filter((name) => name === "shader-f16");
const device = await adapter.requestDevice({ requiredFeatures: features });
const errors = {};
for (const file of JSON.parse(readFileSync(list, "utf8"))) {
  device.pushErrorScope("validation");
  const info = await device.createShaderModule({ code: readFileSync(file, "utf8") }).getCompilationInfo();
  await device.popErrorScope();
  errors[file] = info.messages.filter(({ type }) => type === "error").map(({ message }) => message);
}
writeFileSync(out, JSON.stringify(errors));
process.exit(0);
