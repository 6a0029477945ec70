#version 100
precision mediump float;

uniform float time;
uniform vec2 resolution;

void main(void) {
  vec2 pos = gl_FragCoord.xy / resolution.xy - vec2(0.5);
  float v = 0.0;
  v += sin(pos.x * 10.0 + time);
  v += sin((pos.y * 10.0 + time) / 2.0);
  v += sin((pos.x * 10.0 + pos.y * 10.0 + time) / 2.0);
  float cx = pos.x + 0.5 * sin(time / 5.0);
  float cy = pos.y + 0.5 * cos(time / 3.0);
  v += sin(sqrt(100.0 * (cx * cx + cy * cy) + 1.0) + time);
  v = v / 2.0;
  gl_FragColor = vec4(vec3(sin(v * 3.14159), sin(v * 3.14159 + 2.094), sin(v * 3.14159 + 4.188)) * 0.5 + 0.5, 1.0);
}
