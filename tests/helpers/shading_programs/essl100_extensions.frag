#version 100
#extension GL_OES_standard_derivatives : enable
#extension GL_EXT_shader_texture_lod : enable
#extension GL_EXT_frag_depth : require
precision mediump float;
uniform sampler2D image;
uniform samplerCube sky;
varying vec3 direction;

void main() {
    vec2 place = direction.xy * 0.5;
    vec2 slope = dFdx(place) + dFdy(place);
    vec4 taken = texture2DLodEXT(image, place, 1.0) + texture2DGradEXT(image, place, slope, slope.yx);
    vec4 above = textureCubeGradEXT(sky, direction, vec3(slope, 0.0), vec3(0.0, slope));
    gl_FragDepthEXT = clamp(fwidth(place.x) + taken.w, 0.0, 1.0);
    gl_FragColor = taken + above * texture2DProjLodEXT(image, direction, 0.0);
}
