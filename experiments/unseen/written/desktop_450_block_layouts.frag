#version 450 core

// The Vulkan form of a job: each uniform in a block of its own, one of them pushed.
layout(set = 0, binding = 0) uniform buf0 { vec2 injectionSwitch; };
layout(set = 0, binding = 3) uniform buf3 { float ramp[5]; };
layout(set = 0, binding = 1) uniform buf1 { ivec3 counts; };
layout(set = 0, binding = 2) uniform buf2 { mat3x2 shear; };
layout(set = 0, binding = 4) uniform buf4 { vec4 lamps[2]; };
layout(push_constant) uniform buf_push { vec2 resolution; };

layout(location = 0) out vec4 colour;

vec3 lit(const vec4 lamp, vec2 at)
{
    vec2 way = lamp.xy - at;
    float near = clamp(1.0 - length(way) / lamp.z, 0.0, 1.0);
    return vec3(lamp.w, 0.5, 1.0 - lamp.w) * near * near;
}

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    vec2 sheared = shear * vec3(uv, injectionSwitch.y);
    ivec2 cell = ivec2(sheared * vec2(counts.xy));
    vec3 sum = vec3(ramp[abs(cell.x + cell.y * counts.z) % ramp.length()]);
    for (int i = 0; i < lamps.length(); ++i)
        sum += lit(lamps[i], uv);
    if (injectionSwitch.x > injectionSwitch.y)
        sum = vec3(0.0);
    colour = vec4(clamp(sum, 0.0, 1.0), 1.0);
}
