#version 320 es
precision highp float;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

vec3 pick(float x) {
  vec3 chosen;
  float gain;
  if (x < 0.25) {
    chosen = vec3(1.0, 0.0, 0.0);
    gain = 0.5;
  } else if (x < 0.5) {
    chosen = vec3(0.0, 1.0, 0.0);   // gain is forgotten here
  } else if (x < 0.75) {
    chosen.xy = vec2(0.25, 0.5);    // and one component here
    gain = 1.0;
  } else {
    chosen = vec3(x);
    gain = injectionSwitch.y;
  }
  return chosen * gain;
}

void main() {
  vec2 uv = gl_FragCoord.xy / resolution;
  vec3 c = pick(uv.x);
  _GLF_color = vec4(uv.y > 0.5 ? c : vec3(uv, 0.5), 1.0);
}
