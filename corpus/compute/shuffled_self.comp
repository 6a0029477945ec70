#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_ballot : require

// Random walks, one for each invocation. What each step needs comes back through the subgroup from
// the invocation itself.

layout(local_size_x = 24) in;

layout(std430, set = 0, binding = 0) buffer Walks { ivec2 places[48]; };
layout(std430, set = 0, binding = 1) buffer Lengths { uint lengths[48]; };

uint next(uint state) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ state << 5;
}

void main() {
    uint own = gl_GlobalInvocationID.x;
    ivec2 place = places[own];
    uint state = own * 747796405u + 2891336453u;
    uint count = 0u;
    for (uint turn = 0u; turn < 10u + (own & 3u); ++turn) {
        state = next(subgroupShuffleXor(state, 0u));
        ivec2 before = subgroupShuffle(place, gl_SubgroupInvocationID);
        switch (state >> 30) {
        case 0u:
            place.x = subgroupShuffleUp(before.x, 0u) + 1;
            break;
        case 1u:
            place.x = before.x - 1;
            break;
        case 2u:
            place.y = subgroupShuffleDown(before.y, 0u) + 1;
            break;
        default:
            place.y = before.y - 1;
            break;
        }
        bool moved = subgroupShuffleXor(any(notEqual(place, before)), 0u);
        uint far = uint(abs(place.x) + abs(place.y));
        count += moved && far > 2u ? far : 1u;
    }
    places[own] = place;
    lengths[own] = count;
}
