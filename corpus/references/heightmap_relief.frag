#version 450
// A landscape from above: normals from a heightmap, a march towards the sun for shadows, a gloss on steep sides.
layout(set = 0, binding = 0) uniform sampler2D heights;
layout(set = 0, binding = 1) uniform buf1 { vec3 sun; };
layout(set = 0, binding = 2) uniform buf2 { ivec2 towardsSun; };
layout(location = 0) out vec4 colour;

const ivec2 SIZE = ivec2(32, 32);
const int REACH = 10;

float heightAt(ivec2 place) {
  return texelFetch(heights, place & (SIZE - 1), 0).r;
}

vec3 normalAt(ivec2 place) {
  float across = heightAt(place + ivec2(1, 0)) - heightAt(place - ivec2(1, 0));
  float along = heightAt(place + ivec2(0, 1)) - heightAt(place - ivec2(0, 1));
  return normalize(vec3(-across, -along, 0.5));
}

// In how many steps towards the sun something higher comes; all heights and slopes are exact.
int stepsToShade(ivec2 place) {
  float eye = heightAt(place) + 0.03125;
  for (int k = 1; k <= REACH; k++) {
    eye += 0.0625;
    if (heightAt(place + towardsSun * k) > eye) {
      return k;
    }
    if (eye > 1.0) {
      break;
    }
  }
  return REACH + 1;
}

vec3 ground(float height) {
  vec3 low = vec3(0.125, 0.375, 0.25);
  vec3 high = vec3(0.875, 0.75, 0.625);
  return mix(low, high, height * height);
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy) >> 3;
  vec3 normal = normalAt(place);
  vec3 light = normalize(sun);
  float facing = max(dot(normal, light), 0.0);
  int steps = stepsToShade(place);
  float lit = steps > REACH ? 1.0 : 0.3 + 0.04 * float(steps);
  vec3 halfway = normalize(light + vec3(0.0, 0.0, 1.0));
  float gloss = pow(max(dot(normal, halfway), 0.0), 6.0);
  vec3 shade = ground(heightAt(place)) * (0.2 + 0.8 * facing * lit) + 0.15 * gloss * lit;
  colour = vec4(clamp(shade, 0.0, 1.0), 1.0);
}
