#version 320 es
precision mediump float;
layout(location = 0) out highp vec4 colour;

// Arithmetic of medium precision, which may be done with 16 bits.
void main() {
  highp vec2 place = gl_FragCoord.xy / 256.0;
  mediump vec2 p = place;
  mediump float wave = p.x * 3.0 - p.y * p.y + 0.25;
  mediump float mixed = wave * wave - p.x;
  colour = vec4(wave * 0.25, mixed * 0.125 + 0.5, p.x + p.y * 0.5, 1.0);
}
