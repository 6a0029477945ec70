#version 330
// An array of structs sorted by insertion, compared as wholes, and copied.
uniform int limit;
out vec4 colour;

struct Entry {
  int key;
  vec2 place;
};

struct Table {
  Entry entries[5];
  int used;
};

void insert(inout Table table, Entry entry) {
  int at = table.used;
  for (int i = 4; i > 0; i--) {
    if (i > at || table.entries[i - 1].key <= entry.key) continue;
    table.entries[i] = table.entries[i - 1];
    at = i - 1;
  }
  table.entries[at] = entry;
  table.used++;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  Table table;
  table.used = 0;
  for (int i = 0; i < 5; i++) table.entries[i] = Entry(0, vec2(0.0));
  for (int i = 0; i < 5; i++) {
    int key = (p.x * (i + 3) + p.y * (7 - i)) & 63;
    if (key > limit) break;
    insert(table, Entry(key, vec2(float(i), float(key) * 0.5)));
  }
  Table copy = table;
  copy.entries[0].key = max(copy.entries[0].key, 1);
  bool equal = copy == table;
  int last = table.entries[max(table.used - 1, 0)].key;
  colour = vec4(float(table.entries[0].key * 4), float(last * 4), equal ? 255.0 : 0.0, 255.0) / 255.0;
}
