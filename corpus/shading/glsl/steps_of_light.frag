#version 450
// Smooth arithmetic for a picture: normals, lengths and powers, close but not exact on every device.
layout(binding = 0) uniform Light { vec3 buf0; };
layout(location = 0) out vec4 colour;

float height(vec2 p) {
  return sin(p.x * 0.75) * cos(p.y * 0.5) + 0.25 * sin(p.x + p.y);
}

vec3 normalAt(vec2 p) {
  const float e = 0.125;
  float here = height(p);
  return normalize(vec3(here - height(p + vec2(e, 0.0)), here - height(p + vec2(0.0, e)), e));
}

void main() {
  vec2 p = gl_FragCoord.xy / 8.0;
  vec3 n = normalAt(p);
  vec3 l = normalize(buf0);
  float diffuse = max(dot(n, l), 0.0);
  vec3 r = reflect(-l, n);
  float shine = pow(max(r.z, 0.001), 8.0);
  float rim = 1.0 - smoothstep(0.0, 1.0, n.z);
  colour = vec4(0.1 + 0.6 * diffuse, 0.5 * diffuse + 0.3 * shine, 0.5 * rim + 0.2 * exp2(-diffuse), 1.0);
}
