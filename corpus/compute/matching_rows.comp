#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Patterns in rows of words: the invocations of a workgroup look at one place each, and what they
// found together in shared memory their subgroups agree on.

layout(local_size_x = 32) in;

layout(std430, set = 0, binding = 0) readonly buffer Rows { uint cells[128]; };
layout(std430, set = 0, binding = 1) readonly buffer Patterns { uint patterns[6]; };
layout(std430, set = 0, binding = 2) buffer Found { uint found[128]; };

shared uint matches;
shared uint places;

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint row = gl_WorkGroupID.x * 32u;
    uint score = 0u;
    for (uint at = 0u; at < 6u; at += 2u) {
        if (lane == 0u) {
            matches = 0u;
            places = 0u;
        }
        barrier();
        uint first = patterns[at];
        uint second = patterns[at + 1u];
        bool matched = first == cells[row + lane] && second == cells[row + (lane + 1u) % 32u];
        if (matched) {
            atomicAdd(matches, 1u);
            atomicOr(places, 1u << lane);
        }
        barrier();
        uint count = subgroupMax(matches);
        uint mask = subgroupBroadcastFirst(places) & subgroupOr(places);
        if (subgroupAll(count > 1u)) {
            score += bitCount(mask & ((2u << lane) - 1u));
        } else if (subgroupAny(count > 0u)) {
            score = (score << 2) | (mask >> lane & 1u);
        } else {
            score ^= first + subgroupAdd(mask);
        }
        barrier();
    }
    found[row + lane] = score;
}
