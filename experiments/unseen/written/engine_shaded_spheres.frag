#version 330 core
#define PI 3.14159265359
#define LIGHT_COUNT 2
#define saturate(x) clamp(x, 0.0, 1.0)
#define USE_FRESNEL 1

struct Material { vec3 albedo; float roughness; float metalness; };
struct Light { vec3 direction; float power; vec3 tint; };
struct Hit { bool found; vec3 position; vec3 normal; int index; };

layout(std140) uniform Camera {
    vec3 eye;
    float zoom;
    vec4 background;
    vec2 viewport;
};

const vec4 spheres[4] = vec4[](vec4(-1.1, 0.0, 3.0, 0.9), vec4(0.9, -0.2, 2.6, 0.7), vec4(0.0, 1.1, 3.4, 0.6), vec4(0.0, -101.0, 3.0, 100.0));
const Material materials[4] = Material[](
    Material(vec3(0.9, 0.3, 0.2), 0.6, 0.0), Material(vec3(0.95, 0.8, 0.4), 0.25, 1.0),
    Material(vec3(0.2, 0.5, 0.9), 0.4, 0.5), Material(vec3(0.5), 0.9, 0.0));
const Light lights[LIGHT_COUNT] = Light[](Light(vec3(0.5, 0.8, -0.4), 2.5, vec3(1.0, 0.95, 0.9)), Light(vec3(-0.7, 0.3, -0.6), 1.0, vec3(0.6, 0.7, 1.0)));

out vec4 frag;

float sq(float x) { return x * x; }
float distribution(float nh, float a) { float d = sq(nh) * (sq(a) - 1.0) + 1.0; return sq(a) / (PI * sq(d)); }
float geometry(float nx, float k) { return nx / (nx * (1.0 - k) + k); }
vec3 fresnel(float c, vec3 f0) {
#if USE_FRESNEL
    float m = saturate(1.0 - c);
    return f0 + (1.0 - f0) * sq(sq(m)) * m;
#else
    return f0;
#endif
}

Hit trace(vec3 from, vec3 way) {
    Hit hit = Hit(false, vec3(0.0), vec3(0.0), -1);
    float nearest = 1000.0;
    for (int i = 0; i < spheres.length(); ++i) {
        vec3 to = spheres[i].xyz - from;
        float along = dot(to, way), beside = dot(to, to) - along * along, r2 = sq(spheres[i].w);
        if (beside > r2) continue;
        float t = along - sqrt(r2 - beside);
        if (t < 0.01 || t > nearest) continue;
        nearest = t;
        hit.found = true;
        hit.position = from + way * t;
        hit.normal = (hit.position - spheres[i].xyz) / spheres[i].w;
        hit.index = i;
    }
    return hit;
}

vec3 shade(Hit hit, vec3 view) {
    Material m = materials[hit.index];
    vec3 f0 = mix(vec3(0.04), m.albedo, m.metalness), sum = m.albedo * 0.03;
    for (int i = 0; i < LIGHT_COUNT; ++i) {
        vec3 l = normalize(lights[i].direction), h = normalize(l + view);
        float nl = dot(hit.normal, l), nv = max(dot(hit.normal, view), 0.001), nh = saturate(dot(hit.normal, h));
        if (nl <= 0.0) continue;
        if (trace(hit.position + hit.normal * 0.01, l).found) continue;
        vec3 f = fresnel(saturate(dot(h, view)), f0);
        float k = sq(m.roughness + 1.0) / 8.0;
        vec3 specular = f * distribution(nh, sq(m.roughness)) * geometry(nl, k) * geometry(nv, k) / (4.0 * nl * nv);
        vec3 diffuse = (1.0 - f) * (1.0 - m.metalness) * m.albedo / PI;
        sum += (diffuse + specular) * lights[i].tint * lights[i].power * nl;
    }
    return sum;
}

void main() {
    vec2 p = (gl_FragCoord.xy * 2.0 - viewport) / viewport.y;
    vec3 way = normalize(vec3(p, zoom));
    Hit hit = trace(eye, way);
    vec3 c = hit.found ? shade(hit, -way) : background.rgb;
    frag = vec4(pow(c / (c + 1.0), vec3(1.0 / 2.2)), 1.0);
}
