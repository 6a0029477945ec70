#version 330
uniform sampler2D image;
uniform samplerBuffer texels;
uniform isampler3D volume;
uniform float time = 1;
uniform vec4 palette[4];
in VertexData { vec3 normal; flat int kind; } data;
noperspective in vec2 uv;
layout(location = 0) out vec4 colour;
layout(location = 1) out ivec4 extra;
const float PI = 3.14159;
const vec2 OFFSETS[] = vec2[](vec2(0, 1), vec2(1, 0));
int counter;

float wave(float x) { return sin(x * 2 * PI); }
float wave(vec2 x) { return wave(x.x + x.y); }
int wave(ivec3 x) { return x.x ^ x.y; }

void main() {
    vec4 sum = vec4(0);
    for (int i = 0, j = 3; i < OFFSETS.length(); ++i, j--) {
        sum += texture(image, uv + OFFSETS[i] / 8) * palette[j];
    }
    uint bits = floatBitsToUint(wave(uv)) >> 3u;
    mat2x3 m = mat2x3(data.normal, sum.xyz);
    vec2 product = data.normal * m;
    counter = data.kind > 2 ? wave(ivec3(1)) : int(bits % 7u);
    sum.xyz -= m * product, counter++;
    extra = texelFetch(volume, ivec3(counter, 0, 1), 0) + counter;
    extra.x <<= bits & 3u;
    vec4 more = texelFetch(texels, extra.x);
    colour = sum * time + more + float(counter) * 0.5;
    colour = max(colour, 0) + clamp(time, 0, 1) + mod(uv.x, 2);
    if (gl_FrontFacing ^^ (counter == 3)) colour = -colour;
    gl_FragDepth = min(gl_FragCoord.z, 1);
}
