#version 320 es
precision highp float;
precision highp int;
// Shards of glass: each is turned by a matrix of its own, those that face away are beyond all that is drawn.
layout(points) in;
layout(points, max_vertices = 3) out;
in vec2 aberration_place[];
in mat2 turn[];
in vec4 edge[];
flat out vec4 aberration_result;
uniform mat3 view;
uniform vec3 light[2];

vec3 facing(vec2 flank, float lift) {
  vec2 turned = turn[0] * flank;
  return view * vec3(turned, lift);
}

float shade(vec3 normal) {
  float sum = 0.125;
  for (int k = 0; k < 2; k++) {
    float part = dot(normal, light[k]);
    if (part <= 0.0) continue;
    sum += part * 0.03125;
  }
  return min(sum, 1.0);
}

void main() {
  vec3 normals[2];
  normals[0] = facing(edge[0].xy, 0.5);
  normals[1] = facing(edge[0].zw, -0.25);
  for (int k = 0; k < 2; k++) {
    bool away = normals[k].z < 0.0;
    gl_Position = vec4(aberration_place[0], away ? 4.0 : 0.0, 1.0);
    aberration_result = vec4(shade(normals[k]), 0.5 + normals[k].yx * 0.015625, away ? 0.0 : 1.0);
    EmitVertex();
  }
}
