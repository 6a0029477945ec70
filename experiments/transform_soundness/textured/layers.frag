#version 450
// Textures with depth and with layers, through a function, and one that ends the invocation.
layout(set = 0, binding = 0) uniform sampler3D fog;
layout(set = 0, binding = 1) uniform usampler2DArray sheets;
layout(set = 0, binding = 2) uniform sampler2DArray leaves;
layout(location = 0) out vec4 colour;

float density(ivec3 at) {
    vec4 here = texelFetch(fog, at, 0);
    vec4 there = textureLod(fog, (vec3(at) + 0.5) / vec3(8.0, 8.0, 4.0), 0.0);
    vec4 above = textureLod(fog, (vec3(at.yxz) + 0.5) / vec3(8.0, 8.0, 4.0), 0.0);
    return here.x * 0.5 + there.z * 0.25 + above.y * 0.25;
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    ivec3 cell = ivec3(p & 7, (p.x + p.y) & 3);
    float thick = density(cell);
    if (thick > 0.96) {
        discard;
    }
    uvec4 sheet = texelFetch(sheets, ivec3(p & 3, cell.z % 3), 0);
    vec4 leaf = textureGrad(leaves, vec3((gl_FragCoord.xy) / 16.0, float(p.y % 3)), vec2(0.1), vec2(0.2));
    vec4 moved = textureOffset(leaves, vec3((gl_FragCoord.yx) / 16.0, 1.0), ivec2(2, -1));
    for (int k = 0; k < 3; k++) {
        thick += density(ivec3(cell.yx, k)) * 0.125;
    }
    colour = vec4(fract(thick), float(sheet.x ^ sheet.w) / 512.0, leaf.y, moved.z);
}
