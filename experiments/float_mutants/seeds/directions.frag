#version 450
layout(location = 0) out vec4 colour;

// Directions, bounds and steps of a small landscape.
float height(vec2 p) {
  return 0.6 * sin(p.x * 1.3) + 0.4 * cos(p.y * 0.7 + p.x);
}

void main() {
  vec2 p = gl_FragCoord.xy / 32.0 - 4.0;
  float here = height(p);
  vec3 slope = vec3(height(p + vec2(0.125, 0.0)) - here, 0.125, height(p + vec2(0.0, 0.125)) - here);
  vec3 up = normalize(slope);
  vec3 side = normalize(cross(up, vec3(0.48, 0.6, 0.64)));
  float light = clamp(dot(up, vec3(0.36, 0.8, 0.48)), 0.6, 0.9);
  float band = step(mod(p.x, 1.5), 0.6) + smoothstep(-1.0, 1.0, here);
  float glow = exp(-0.5 * length(p));
  float ring = glow + fract(length(p) - 3.0) + min(distance(p, vec2(1.0, -2.0)), 2.0);
  colour = vec4(mix(side * 0.5 + 0.5, vec3(light), 0.3), (band + ring + floor(p.y)) / 8.0);
}
