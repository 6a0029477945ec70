#version 100
precision highp float;
// Greens of a meadow, by the tips of its blades.
varying vec3 tip;
varying mat2 bend;
varying float rows[3];

void main() {
    vec2 leaf = bend * vec2(0.5, 0.25);
    float green = 0.0;
    for (int k = 0; k < 3; k++) {
        green += abs(rows[k]);
    }
    green = green / (1.0 + green);
    vec2 soil = abs(leaf) / (1.0 + abs(tip.xy));
    if (tip.z > 0.5) {
        soil = soil.yx;
    }
    gl_FragColor = vec4(soil.x, green, soil.y, 1.0);
}
