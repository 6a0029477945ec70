#version 450
precision highp float;
layout(location = 0) out vec4 colour;
void main() {
  vec2 p = gl_FragCoord.xy;
  float a = p.x * p.x * 0.01 + p.y * 0.3;
  float dx = dFdx(a), dy = dFdy(a), w = fwidth(a), dxf = dFdxFine(a), dyc = dFdyFine(a);
  vec2 g = vec2(sin(p.x * 0.1), cos(p.y * 0.2));
  vec2 d2 = dFdx(g) + dFdy(g);
  float t = exp2(p.x * 0.05 - 1.0) * 0.1 + log(p.y + 1.0) * 0.05 + pow(p.x * 0.1, 1.5) * 0.01 + sqrt(p.y) * 0.03 + inversesqrt(p.x) * 0.1;
  t += atan(p.y, p.x) * 0.1 + asin(p.x / 64.0) * 0.1 + acos(p.y / 64.0) * 0.1 + tan(p.x * 0.01) + sinh(p.x * 0.01) + cosh(0.1) * 0.1 + tanh(p.y * 0.1) * 0.1 + asinh(p.x) * 0.01 + acosh(p.x + 1.0) * 0.01 + atanh(p.y / 64.0) * 0.1 + exp(-p.x * 0.1) + radians(p.x) * 0.1 + degrees(p.x * 0.0001);
  t += mod(p.x, 3.7) * 0.01 + floor(p.y * 0.37) * 0.01 + ceil(p.y * 0.31) * 0.01 + round(p.x * 0.3) * 0.001 + roundEven(p.x * 0.5) * 0.001 + trunc(p.y * 0.7) * 0.01 + sign(p.x - 7.0) * 0.1 + fma(p.x, 0.01, 0.1);
  vec3 n = faceforward(vec3(0, 1, 0), vec3(p, 1), vec3(0.3, -0.2, 0.1)); vec3 rf = refract(normalize(vec3(p, 9)), n, 0.9);
  if (p.x > 9.0 && p.y < 4.0) discard;
  colour = vec4(fract(t), fract(dx + w + d2.x * 3.0), fract(dy * 0.5 + dxf + dyc + rf.z * 0.3), gl_FrontFacing ? 0.25 : 0.75);
}
