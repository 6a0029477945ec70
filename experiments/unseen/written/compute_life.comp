#version 450
// Conway's game on a torus of 16 by 16, four generations, one bit for each cell in the buffer.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, std430) buffer World { uint rows[16]; uint later[16]; uint alive; float share; };

shared uint cells[2][16][16];

void main()
{
    uvec2 at = gl_LocalInvocationID.xy;
    uint now = 0u;
    cells[0][at.y][at.x] = (rows[at.y] >> at.x) & 1u;
    barrier();
    for (int generation = 0; generation < 4; ++generation) {
        uint around = 0u;
        for (uint dy = 15u; dy <= 17u; ++dy)
            for (uint dx = 15u; dx <= 17u; ++dx)
                if (dx != 16u || dy != 16u)
                    around += cells[now][(at.y + dy) % 16u][(at.x + dx) % 16u];
        uint self = cells[now][at.y][at.x];
        cells[1u - now][at.y][at.x] = (around == 3u || (around == 2u && self == 1u)) ? 1u : 0u;
        now = 1u - now;
        barrier();
    }
    if (at.x == 0u) {
        uint packed = 0u;
        for (uint x = 0u; x < 16u; ++x)
            packed |= cells[now][at.y][x] << x;
        later[at.y] = packed;
        atomicAdd(alive, uint(bitCount(packed)));
    }
    memoryBarrierBuffer();
    barrier();
    if (gl_LocalInvocationIndex == 0u)
        share = float(atomicAdd(alive, 0u)) / 256.0;
}
