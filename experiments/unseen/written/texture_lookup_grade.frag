#version 330 core
uniform sampler2D scene;
uniform float strength;
uniform vec2 resolution;
out vec4 graded;

#define SHADOWS vec3(0.95, 1.0, 1.1)
#define LIGHTS  vec3(1.1, 1.02, 0.9)

vec3 filmic(vec3 x) { return (x * (2.5 * x + 0.05)) / (x * (2.4 * x + 0.6) + 0.15); }

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    vec3 c = texture(scene, uv).rgb;
    float level = dot(c, vec3(0.2126, 0.7152, 0.0722));
    vec3 tinted = c * mix(SHADOWS, LIGHTS, smoothstep(0.2, 0.8, level));
    tinted = mix(vec3(level), filmic(tinted), 1.2);
    float frame = 1.0 - 0.6 * smoothstep(0.5, 0.9, distance(uv, vec2(0.5)));
    graded = vec4(mix(c, clamp(tinted, 0.0, 1.0), strength) * frame, 1.0);
}
