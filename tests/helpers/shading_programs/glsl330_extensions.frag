#version 330 core
#extension GL_ARB_texture_gather : enable
uniform sampler2D image;
uniform vec4 scale;
in vec2 place;
out vec4 colour;

void main() {
    vec4 taken = textureGather(image, place);
    float most = max(max(taken.x, taken.y), max(taken.z, taken.w));
    colour = scale * most + textureGatherOffset(image, place, ivec2(1, -1));
}
