#version 320 es
precision mediump float;
uniform mediump samplerCubeArray sky;
uniform mediump sampler2DArrayShadow shadows[2];
in vec3 direction;
centroid in vec4 edge;
out mediump vec4 colour;
layout(early_fragment_tests) in;
uniform Block { vec4 rows[4]; } blocks[2];

float[2] halves(float value) {
    return float[2](value * 0.5, value - value * 0.5);
}

void main() {
    float parts[2] = halves(fma(direction.x, 2.0, 1.0));
    int exponent;
    float mantissa = frexp(parts[0], exponent);
    vec3 whole;
    vec3 rest = modf(direction, whole);
    float lit = texture(shadows[1], vec4(direction, parts[1]));
    colour = texture(sky, vec4(direction, 1.0)) + blocks[0].rows[2].wzyx;
    colour.rgb *= ldexp(mantissa, exponent) + lit;
    colour += interpolateAtCentroid(edge) * vec4(rest, whole.y);
    mat4 m = outerProduct(colour, edge);
    m[1] = inverse(m) * colour;
    colour = transpose(m)[1] / determinant(m);
    colour.a = gl_FragCoord.z * float(gl_SampleID);
}
