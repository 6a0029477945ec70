#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

// Rows of floats and what each lacks to the largest of its row, which the workgroup finds in shared
// memory and the subgroups pass on.

layout(local_size_x = 32) in;

layout(std430, set = 0, binding = 0) buffer Rows { float cells[96]; };

shared float row[32];

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint at = gl_GlobalInvocationID.x;
    row[lane] = abs(cells[at]);
    barrier();
    for (uint half_row = 16u; half_row > 0u; half_row >>= 1) {
        if (lane < half_row) {
            row[lane] = max(row[lane], row[lane + half_row]);
        }
        barrier();
    }
    float largest = subgroupMax(row[0]);
    float again = subgroupMin(subgroupBroadcastFirst(largest));
    float missing = again * sign(cells[at]) - cells[at];
    vec2 both = subgroupInclusiveMax(vec2(largest, 2.0));
    cells[at] = floor(missing * 4.0) * 0.25 + (missing > both.x * 0.5 ? both.y * 0.5 : cells[at]);
}
