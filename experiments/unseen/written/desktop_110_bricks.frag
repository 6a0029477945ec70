#version 110
/* Fixed-function days: colours come from uniforms, the picture from gl_FragCoord. */
uniform vec3 BrickColor, MortarColor;
uniform vec2 BrickSize;
uniform vec2 BrickPct;
uniform float Wear;

void main(void)
{
    vec2 position = gl_FragCoord.xy / (BrickSize * 256.0);

    if (fract(position.y * 0.5) > 0.5)
        position.x += 0.5;
    vec2 brick = floor(position);
    position = fract(position);

    vec2 useBrick = step(position, BrickPct);
    vec3 color = mix(MortarColor, BrickColor, useBrick.x * useBrick.y);
    float tone = mod(brick.x * 3.0 + brick.y * 5.0, 7.0) / 7.0;
    color *= 1.0 - Wear * tone;
    gl_FragColor = vec4(color, 1.0);
}
