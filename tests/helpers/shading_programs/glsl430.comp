#version 430
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Settings { ivec4 limits; mat4 transform; bool enabled; };
layout(std430, binding = 1) restrict buffer Particles { vec4 positions[]; } particles;
layout(binding = 0, offset = 4) uniform atomic_uint total;
shared vec4 tile[64];

vec4 step4(vec4 p, float dt) { return transform * p + dt; }

void main() {
    uint id = gl_GlobalInvocationID.x;
    tile[gl_LocalInvocationIndex] = particles.positions[id];
    barrier();
    vec4 force = vec4(0.0);
    for (uint i = 0u; i < 64u; i++) {
        vec4 away = tile[i] - tile[gl_LocalInvocationIndex];
        float square = dot(away, away);
        if (square == 0.0) continue;
        force += away * inversesqrt(square);
    }
    if (enabled && id < limits.x) {
        particles.positions[id] = step4(force, 0.01);
        atomicCounterIncrement(total);
    }
    int msb, lsb;
    imulExtended(limits.y, limits.z, msb, lsb);
    groupMemoryBarrier();
    particles.positions[id].w = ldexp(float(lsb), msb & 3);
}
