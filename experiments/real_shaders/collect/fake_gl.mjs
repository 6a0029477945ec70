// A WebGL context that does nothing, and keeps the shaders that it is given: what a package would send to a driver.

export function fakeGl(keep, isWebGl2 = true) {
  const numbers = new Map();
  const number = (name) => numbers.get(name) ?? numbers.set(name, 40000 + numbers.size).get(name);
  const limits = { MAX_DRAW_BUFFERS: 8, MAX_VARYING_VECTORS: 30, MAX_SAMPLES: 4, MAX_UNIFORM_BUFFER_BINDINGS: 24 };
  const large = new Proxy(limits, { get: (known, name) => known[name] ?? 1024 });
  const nameOf = (value) => [...numbers].find(([, known]) => known === value)?.[0] ?? "";
  const parameter = (value) => {
    const name = nameOf(value);
    if (name === "VERSION") return isWebGl2 ? "WebGL 2.0" : "WebGL 1.0";
    if (name === "SHADING_LANGUAGE_VERSION") return "WebGL GLSL ES 3.00";
    if (/VENDOR|RENDERER/.test(name)) return "none";
    if (/BOX|VIEWPORT/.test(name)) return new Int32Array([0, 0, 16, 16]);
    if (/RANGE/.test(name)) return new Float32Array([1, 64]);
    return large[name];
  };
  const kinds = new Map();
  const functions = {
    getParameter: parameter,
    getContextAttributes: () => ({ alpha: true, depth: true, stencil: true, antialias: false }),
    getSupportedExtensions: () => [],
    getExtension: (name) => (/parallel|timer|lose|debug|disjoint/.test(name) ? null : extension),
    getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }),
    createShader: (kind) => {
      const shader = {};
      kinds.set(shader, nameOf(kind) === "FRAGMENT_SHADER" ? "fragment" : "vertex");
      return shader;
    },
    shaderSource: (shader, text) => keep(kinds.get(shader), text),
    getShaderParameter: () => true,
    getProgramParameter: (_, what) => (/ACTIVE/.test(nameOf(what)) ? 0 : true),
    getShaderInfoLog: () => "",
    getProgramInfoLog: () => "",
    getShaderSource: () => "",
    checkFramebufferStatus: () => number("FRAMEBUFFER_COMPLETE"),
    getError: () => 0,
    isContextLost: () => false,
    getAttribLocation: () => -1,
    getUniformLocation: () => null,
    getUniformBlockIndex: () => 4294967295,
    clientWaitSync: () => number("CONDITION_SATISFIED"),
  };
  const member = (_, name) => {
    if (typeof name === "symbol") return undefined;
    if (name in functions) return functions[name];
    if (/^[A-Z][A-Z0-9_]*$/.test(name)) return number(name);
    if (/^(create|fenceSync)/.test(name)) return () => ({});
    return () => undefined;
  };
  const extension = new Proxy({}, { get: member });
  const canvas = {
    width: 16, height: 16, style: {}, clientWidth: 16, clientHeight: 16,
    addEventListener() {}, removeEventListener() {}, setAttribute() {}, getContext: () => gl,
    getBoundingClientRect: () => ({ x: 0, y: 0, width: 16, height: 16 }),
  };
  functions.canvas = canvas;
  functions.drawingBufferWidth = functions.drawingBufferHeight = 16;
  const gl = new Proxy({}, { get: member, has: () => true });
  globalThis.WebGLRenderingContext ??= class {};
  globalThis.WebGL2RenderingContext ??= gl;
  return gl;
}
