#version 450
// Levels of textures: constant ones and such that the place chooses, sizes of levels, fetches from them, and two samplers of one texture.
layout(set = 0, binding = 0) uniform texture2D hills;
layout(set = 0, binding = 1) uniform usampler3D clouds;
layout(set = 0, binding = 2) uniform sampler2DArray tiles;
layout(set = 0, binding = 3) uniform sampler again;
layout(set = 0, binding = 4) uniform sampler back;
layout(location = 0) out vec4 colour;

void main() {
    vec2 at = (gl_FragCoord.xy + 0.25) / 24.0;
    vec4 sum = textureLod(sampler2D(hills, again), at, 0.0) * 0.5;
    sum += textureLod(sampler2D(hills, back), at.yx * 1.5 + 0.37, 2.0) * 0.25;
    sum += textureLod(sampler2D(hills, again), at.yx * 1.5, 1.0) * 0.25;
    for (int k = 0; k < 4; k++) {
        ivec2 side = textureSize(sampler2D(hills, again), k);
        sum += texelFetch(sampler2D(hills, again), ivec2(gl_FragCoord.yx) % side, k) * 0.125;
        sum.x += textureLod(tiles, vec3(at * 0.7, float(k)), float(k)).y * 0.25;
    }
    uvec4 high = textureLod(clouds, vec3(at, 0.3), 1.0);
    if ((high.x & 1u) == 0u) {
        sum += textureLod(tiles, vec3(at, 1.0), 1.0) * 0.5;
    }
    float far = floor(gl_FragCoord.x * 0.125);
    sum.z += textureLod(sampler2D(hills, back), at, far).w + float(textureQueryLevels(clouds)) * 0.0625;
    colour = vec4(fract(sum.xyz), 1.0);
}
