#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require

// A small machine for each workgroup, whose program is the same for all of its invocations: the
// words of the program are read through the first of each subgroup, as code that wants them in
// scalar registers does.

layout(local_size_x = 16) in;

layout(std430, set = 0, binding = 0) readonly buffer Programs { uint words[48]; };
layout(std430, set = 0, binding = 1) buffer Registers { uint registers[64]; };

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint a = registers[gl_GlobalInvocationID.x];
    uint b = lane * 3u + 1u;
    uint first = subgroupBroadcastFirst(gl_WorkGroupID.x * 12u);
    for (uint at = 0u; at < 12u; ++at) {
        uint word = subgroupBroadcastFirst(words[first + at]);
        uint operand = word >> 4;
        if (subgroupAll((word & 8u) != 0u)) {
            b ^= operand;
        }
        switch (word & 7u) {
        case 0u:
            a += operand;
            break;
        case 1u:
            a ^= b << (operand & 7u);
            break;
        case 2u:
            if ((a & 1u) != 0u) {
                a = a * 3u + operand;
            } else {
                a >>= 1;
            }
            break;
        case 3u:
            b = bitfieldReverse(a) >> 16;
            break;
        case 4u:
            if (subgroupAny(operand > 9u)) {
                a = ~a;
            }
            break;
        default:
            a = max(a, b) - min(a, b);
            break;
        }
        if (subgroupAllEqual(word) && word == 7u) {
            break;
        }
    }
    registers[gl_GlobalInvocationID.x] = a ^ b;
}
