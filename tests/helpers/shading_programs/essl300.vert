#version 300 es
layout(location = 0) in vec4 position;
layout(location = 1) in uint code;
uniform mat4 transform;
uniform mediump sampler2D heights;
out vec3 normal;
flat out uint kind;
out float shades[2];

void main() {
    gl_Position = transform * position;
    gl_PointSize = 1.0 + float(gl_VertexID + gl_InstanceID);
    normal = mat3(transform) * position.xyz + textureLod(heights, position.xy, 0.0).xyz;
    kind = code | 4u;
    shades[0] = normal.x;
    shades[1] = 1.0;
}
