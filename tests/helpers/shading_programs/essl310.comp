#version 310 es
precision highp float;
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, binding = 0) readonly buffer Input { uint count; int values[]; } source;
layout(std430, binding = 1) buffer Output { int sums[]; };
layout(binding = 2, rgba8) writeonly uniform highp image2D target;
shared int partial[32];
shared uint flags;

int reduce(const int length, int at) {
    for (int stride = length / 2; stride > 0; stride >>= 1) {
        barrier();
        if (at < stride) {
            partial[at] += partial[at + stride];
        }
    }
    return partial[0];
}

void main() {
    int at = int(gl_LocalInvocationIndex);
    uint global = gl_GlobalInvocationID.x + gl_WorkGroupSize.x * gl_NumWorkGroups.y;
    if (at == 0) atomicExchange(flags, 0u);
    partial[at] = global < source.count ? source.values[global] : 0;
    memoryBarrierShared();
    atomicOr(flags, 1u << uint(at & 31));
    int total = reduce(32, at);
    uint carry;
    uint low = uaddCarry(uint(total), flags, carry);
    int field = bitfieldExtract(total, 4, 8) + findMSB(total);
    sums[global] = total + int(low) + field;
    sums[source.values.length() - 1] = bitCount(flags);
    imageStore(target, ivec2(gl_GlobalInvocationID.xy), unpackUnorm4x8(low));
}
