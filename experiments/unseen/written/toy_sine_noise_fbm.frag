#version 300 es
precision highp float;

uniform vec3  iResolution;
uniform float iTime;
out vec4 outColor;

// the usual one-liner: chaotic, since the sine of a large number keeps its last bits only
float rnd(vec2 st) { return fract(sin(dot(st, vec2(91.345, 47.853))) * 28461.237); }

float vnoise(vec2 st)
{
	vec2 cell = floor(st), f = fract(st);
	float bl = rnd(cell), br = rnd(cell + vec2(1.0, 0.0));
	float tl = rnd(cell + vec2(0.0, 1.0)), tr = rnd(cell + 1.0);
	f = f*f*f*(f*(f*6.0 - 15.0) + 10.0);
	return mix(mix(bl, br, f.x), mix(tl, tr, f.x), f.y);
}

float fbm(vec2 st)
{
	float v = 0.0, a = 0.5;
	mat2 r = mat2(0.8, 0.6, -0.6, 0.8);
	for (int i = 0; i < 6; ++i) { v += a * vnoise(st); st = r * st * 2.03 + 17.0; a *= 0.5; }
	return v;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord)
{
	vec2 st = fragCoord / iResolution.xy * 3.0;
	vec2 q = vec2(fbm(st), fbm(st + vec2(5.2, 1.3)));
	vec2 r = vec2(fbm(st + 4.0*q + 0.15*iTime), fbm(st + 4.0*q + vec2(8.3, 2.8)));
	float f = fbm(st + 4.0*r);
	vec3 col = mix(vec3(0.1, 0.6, 0.65), vec3(0.65, 0.65, 0.5), clamp(f*f*4.0, 0.0, 1.0));
	col = mix(col, vec3(0.0, 0.0, 0.16), clamp(length(q), 0.0, 1.0));
	col = mix(col, vec3(0.65, 1.0, 1.0), clamp(abs(r.x), 0.0, 1.0));
	fragColor = vec4((f*f*f + 0.6*f*f + 0.5*f) * col, 1.0);
}

void main() { mainImage(outColor, gl_FragCoord.xy); }
