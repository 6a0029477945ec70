#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
layout(local_size_x = 8, local_size_y = 2) in;
struct R { vec3 v; float f; mat2 m; };
layout(std430, set=0, binding=0) buffer A { uint n; int pad[3]; R recs[4]; uint data[]; };
layout(std430, set=0, binding=1) buffer B { float outf[32]; int outi[]; };
shared uint acc[16]; shared int total; shared vec4 vs[16];
double dd(double x) { return sqrt(x * 1.5) + fract(x) + double(int(x)); }
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * 16u;
  acc[l] = data[g % uint(data.length())];
  vs[l] = vec4(float(l), recs[l & 3u].v);
  if (l == 0u) total = 0;
  barrier();
  uint s = 0u;
  for (uint i = 0u; i <= l; ++i) s += acc[i];
  atomicAdd(total, int(s & 15u)); atomicMax(n, s); 
  barrier();
  vec4 q = vs[15u - l]; 
  double d = dd(double(s) * 0.25); int64_t w = int64_t(s) * 123456789l - int64_t(l); uint64_t uw = uint64_t(w) >> 7;
  outf[g] = float(d) + q.y + recs[l & 3u].m[1][0] + float(gl_NumWorkGroups.x) + float(gl_WorkGroupSize.y);
  outi[g] = total + int(w >> 3) + int(uw & 255ul) + int(gl_WorkGroupID.x) + int(packDouble2x32(uvec2(s, 0x40000000u)) > 2.0lf) + int(w % 1000l);
}
