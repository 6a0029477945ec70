#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Keys { int keys[64]; };

shared int held[64];

void exchange(uint a, uint b, bool up)
{
    if ((held[a] > held[b]) == up) {
        int swapped = held[a];
        held[a] = held[b];
        held[b] = swapped;
    }
}

void main()
{
    uint me = gl_LocalInvocationID.x;
    held[me] = keys[me];
    barrier();
    for (uint size = 2; size <= 64; size *= 2) {
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            uint other = me ^ stride;
            if (other > me)
                exchange(me, other, (me & size) == 0);
            barrier();
        }
    }
    keys[me] = held[me];
}
