#version 100
// Blades of grass of the first ESSL: varyings of floats alone.
attribute vec2 aberration_place;
attribute vec4 blade;
attribute vec2 wind;
uniform float strength;
varying vec3 tip;
varying mat2 bend;
varying float rows[3];

void main() {
    bend = mat2(1.0, 0.25 * wind.x, -0.25 * wind.y, 1.0);
    tip = vec3(bend * blade.xy, blade.z) * strength;
    for (int k = 0; k < 3; k++) {
        rows[k] = 0.125 * float(k) + 0.25 * blade.w;
    }
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
