#version 300 es
// A structure goes from stage to stage: a ray and what it meets.
in vec2 aberration_place;
in vec3 from;
in vec3 to;
struct Ray {
    vec3 start;
    vec3 along;
    float reach;
};
out Ray ray;

void main() {
    ray.start = from * 0.5;
    vec3 way = to - from + vec3(0.0, 0.0, 5.0);
    ray.reach = length(way);
    ray.along = way / ray.reach;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
