#version 100
precision mediump float;
uniform sampler2D u_image;
uniform vec2 resolution;
uniform float u_time;

void main() {
  vec2 uv = gl_FragCoord.xy / resolution;
  vec2 way = uv - 0.5;
  float far = length(way) + 0.001;
  vec2 shifted = uv + way / far * 0.03 * cos(far * 40.0 - u_time * 6.0);
  vec4 pixel = texture2D(u_image, shifted);
  pixel.rgb += 0.1 * (1.0 - smoothstep(0.0, 0.02, abs(far - 0.3)));
  gl_FragColor = pixel;
}
