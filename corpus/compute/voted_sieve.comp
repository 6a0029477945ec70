#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// Primes: the workgroup goes through the divisors together and leaves as soon as the largest number
// that it has is done, which all know. Extremes of what all know are asked of the subgroup.

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[128]; };
layout(set = 0, binding = 2) uniform buf2 { uint top; };

void main() {
    uint number = numbers[gl_GlobalInvocationID.x];
    uint limit = subgroupMax(top + gl_WorkGroupID.x);
    uint least = number;
    for (uint divisor = 2u; divisor < 64u; ++divisor) {
        uint square = divisor * divisor;
        if (subgroupAny(square > limit)) {
            break;
        }
        uint step = subgroupMin(uvec2(divisor, square)).x;
        uint mask = subgroupAnd(square | 1u) ^ subgroupOr(divisor & 6u);
        if (number % step == 0u) {
            least = min(least, divisor + (mask & 0u));
        }
        number += subgroupXor(mask ^ mask) + subgroupAdd(0u);
    }
    bool prime = subgroupInclusiveMax(2u) <= number && least == number;
    numbers[gl_GlobalInvocationID.x] = prime ? 1u : least + (subgroupAll(limit > 4u) ? 100u : 200u);
}
