#version 450
// Skinning: bones as rows of a texture, four of them for each vertex by weights that are made to sum to one.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 weights;
layout(location = 3) in uvec4 joints;
layout(location = 4) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
layout(binding = 0) uniform sampler2D bones;
layout(std140, binding = 1) uniform Pose { vec4 sun; };

struct Skinned {
  vec3 position;
  vec3 normal;
};

mat3x4 boneRows(uint joint) {
  int row = int(joint & 15u);
  mat3x4 rows;
  for (int k = 0; k < 3; k++) {
    rows[k] = texelFetch(bones, ivec2(k, row), 0) - 0.375;
  }
  return rows;
}

Skinned skin() {
  vec4 positive = abs(weights) + 0.125;
  vec4 share = positive / (positive.x + positive.y + positive.z + positive.w);
  Skinned skinned = Skinned(vec3(0.0), vec3(0.0));
  for (int k = 0; k < 4; k++) {
    mat3x4 rows = boneRows(joints[k]);
    // The rows stand as columns here, so that the vector comes first.
    skinned.position += share[k] * (vec4(position, 1.0) * rows);
    skinned.normal += share[k] * (vec4(normal, 0.0) * rows);
  }
  return skinned;
}

void main() {
  Skinned skinned = skin();
  vec3 facing = normalize(skinned.normal + vec3(0.0, 0.0, 4.0));
  float light = max(dot(facing, normalize(sun.xyz)), 0.0);
  vec3 depth = abs(skinned.position) / (1.0 + abs(skinned.position));
  aberration_result = vec4(mix(depth, vec3(light), sun.w), 1.0);
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
