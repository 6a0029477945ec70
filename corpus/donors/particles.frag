#version 450
// Structures in arrays, nested structures and vectors: a few bodies moved by a rule with early exits.
layout(location = 0) out vec4 colour;

struct Body {
  vec2 place;
  vec2 speed;
  int age;
};

struct Group {
  Body bodies[3];
  float weight;
};

bool outside(vec2 place, float border) {
  return any(greaterThan(place, vec2(border))) || any(lessThan(place, vec2(-border)));
}

Body move(Body body, float dt) {
  body.place += body.speed * dt;
  if (outside(body.place, 8.0)) {
    body.speed = -body.speed;
    return body;
  }
  body.age++;
  return body;
}

Group makeGroup(vec2 place, float weight) {
  Group group;
  for (int i = 0; i < 3; i++) {
    group.bodies[i] = Body(place + vec2(float(i)), vec2(0.5, float(i) - 1.0), 0);
  }
  group.weight = weight;
  return group;
}

float settle(inout Group group, int rounds) {
  float total = 0.0;
  for (int r = 0; r < rounds && r < 6; r++) {
    for (int i = 0; i < 3; i++) {
      group.bodies[i] = move(group.bodies[i], group.weight);
      total += float(group.bodies[i].age);
    }
  }
  return total;
}

void main() {
  Group group = makeGroup(gl_FragCoord.xy * 0.03125, 0.5);
  float total = settle(group, 4);
  colour = vec4(group.bodies[1].place * 0.125, total * 0.03125, 1.0);
}
