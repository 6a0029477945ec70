#version 450
// Points as a structure of arrays, moved by dyadic steps in a box; each pixel takes the nearest one's colour.
layout(set = 0, binding = 0) uniform buf0 { vec4 box; };
layout(set = 0, binding = 1) uniform buf1 { float timeStep; };
layout(location = 0) out vec4 colour;

const int COUNT = 5;

struct Points {
  float x[COUNT];
  float y[COUNT];
  vec2 speed[COUNT];
  int bounces[COUNT];
};

Points start() {
  Points points;
  for (int i = 0; i < COUNT; i++) {
    points.x[i] = 40.0 + float(i) * 37.5;
    points.y[i] = 200.0 - float(i * i) * 8.25;
    points.speed[i] = vec2(float(i + 1) * 12.0, float(3 - i) * 20.0);
    points.bounces[i] = 0;
  }
  return points;
}

void bounce(inout float position, inout float speed, float low, float high, inout int bounces) {
  if (position < low) {
    position = 2.0 * low - position;
  } else if (position > high) {
    position = 2.0 * high - position;
  } else {
    return;
  }
  speed = -speed;
  bounces++;
}

void advance(inout Points points) {
  for (int i = 0; i < COUNT; i++) {
    points.x[i] += points.speed[i].x * timeStep;
    points.y[i] += points.speed[i].y * timeStep;
    bounce(points.x[i], points.speed[i].x, box.x, box.z, points.bounces[i]);
    bounce(points.y[i], points.speed[i].y, box.y, box.w, points.bounces[i]);
  }
}

int nearest(Points points, vec2 place, out float distance2) {
  int best = 0;
  distance2 = 1048576.0;
  for (int i = 0; i < COUNT; i++) {
    float dx = points.x[i] - place.x;
    float dy = points.y[i] - place.y;
    float d = dx * dx + dy * dy;
    if (d < distance2) {
      distance2 = d;
      best = i;
    }
  }
  return best;
}

void main() {
  Points points = start();
  int frame = 0;
  do {
    advance(points);
    frame++;
  } while (frame < 9);
  float distance2;
  int index = nearest(points, floor(gl_FragCoord.xy), distance2);
  int ring = int(distance2) >> 7;
  vec3 shade = vec3(float((ring * 8) & 255), float(index * 60), float(points.bounces[index] * 50));
  colour = vec4((points.speed[index].x < 0.0 ? shade.xyz : shade.yzx) / 255.0, 1.0);
}
