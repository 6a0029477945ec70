#version 130

uniform ivec2 origin = ivec2(3, 5);
uniform uint rule;
uniform float gain;
out vec4 result;

int parity(uint word)
{
	int odd = 0;
	for (; word != 0u; word &= word - 1u)
		odd = 1 - odd;
	return odd;
}

uint automaton(uint row, uint turns)
{
	for (uint t = 0u; t < turns; ++t) {
		uint next = 0u;
		for (int b = 0; b < 32; ++b) {
			uint left = (row >> ((b + 1) & 31)) & 1u;
			uint self = (row >> b) & 1u;
			uint right = (row >> ((b + 31) & 31)) & 1u;
			next |= ((rule >> (left * 4u + self * 2u + right)) & 1u) << b;
		}
		row = next;
	}
	return row;
}

void main()
{
	ivec2 at = ivec2(gl_FragCoord.xy) / 8 + origin;
	uint row = automaton(1u << 15, uint(at.y & 31));
	bool alive = ((row >> (at.x & 31)) & 1u) == 1u;
	float carpet = float(parity(uint(at.x) & uint(at.y) * 3u));
	result = vec4(alive ? gain : 0.1, carpet * 0.75, float((at.x ^ at.y) & 15) / 15.0, 1.0);
}
