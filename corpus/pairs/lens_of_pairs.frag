#version 300 es
precision highp float;
precision highp int;
// Where the ray leaves a sphere.
struct Ray {
    vec3 start;
    vec3 along;
    float reach;
};
in Ray ray;
out vec4 colour;

void main() {
    float b = dot(ray.start, ray.along);
    float c = dot(ray.start, ray.start) - 9.0;
    float root = b * b - c;
    float far = -b + sqrt(max(root, 0.0));
    vec3 hit = ray.start + far * ray.along;
    vec3 shade = 0.5 + hit / 6.0;
    float share = far / (far + ray.reach);
    colour = vec4(clamp(shade.xy, 0.0, 1.0), share, 1.0);
}
