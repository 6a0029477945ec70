#version 460
layout(binding = 1) uniform sampler2DArray layers;
layout(binding = 2, r32ui) coherent uniform uimage2D counts;
layout(std430, binding = 3) buffer Data { vec4 head; float rest[]; } store[2];
layout(location = 3) uniform int mode;
layout(location = 0) in vec3 position;
layout(location = 1) flat in uvec2 ids;
layout(location = 0) out vec4 colour;
struct Ray { dvec3 origin; vec3 direction; };
const int TABLE[2][3] = {{1, 2, 3}, {4, 5, 6}};
int calls = 0;

double along(const Ray ray, float t) {
    calls++;
    return dot(ray.origin, dvec3(ray.direction)) + t;
}

vec3 trace(inout Ray ray, out float hit) {
    hit = float(along(ray, 0.5));
    ray.direction = reflect(ray.direction, vec3(0, 1, 0));
    ray.origin += ray.direction * 2;
    return hit > 0 ? vec3(ray.origin) : vec3(0.25lf);
}

void main() {
    Ray ray = Ray(dvec3(position), vec3(1, 0, 0));
    float hit;
    vec3 seen = trace(ray, hit);
    uint before = imageAtomicAdd(counts, ivec2(gl_FragCoord.xy), 1u);
    int chosen = TABLE[before & 1u][mode % 3];
    switch (chosen) {
        case 1: seen *= 2; break;
        case 2: { seen.x = 1; break; }
        case 3:
        default: seen = -seen;
    }
    const int local = chosen + 1;
    float total = store[ids.x & 1u].rest[local] + store[0].head.x;
    colour = texture(layers, vec3(seen.xy, mode)) * total;
    colour.w = hit.x;
    colour += vec4(mix(seen, position, bvec3(true, false, ids.y == 1u)), unpackHalf2x16(before).y);
    ivec2 size = textureSize(layers, 0).xy;
    colour.xy += dFdxFine(position.xy) + size;
    if (bitfieldReverse(before) > 5u || gl_HelperInvocation) discard;
}
