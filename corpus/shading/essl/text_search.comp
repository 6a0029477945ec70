#version 310 es
// Where a pattern occurs in a text, by the table of its own repetitions.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Text { int text[12]; };
layout(std430, binding = 1) readonly buffer Pattern { int pattern[3]; };
layout(std430, binding = 2) writeonly buffer Found { int found[10]; };

void borders(out int table[3]) {
  table[0] = 0;
  int length = 0;
  int i = 1;
  while (i < 3) {
    if (pattern[i] == pattern[length]) {
      table[i++] = ++length;
    } else if (length != 0) {
      length = table[length - 1];
    } else {
      table[i++] = 0;
    }
  }
}

void main() {
  int table[3];
  borders(table);
  int matched = 0;
  int count = 0;
  for (int i = 0; i < 12; i++) {
    while (matched > 0 && text[i] != pattern[matched]) {
      matched = table[matched - 1];
    }
    matched += int(text[i] == pattern[matched]);
    if (matched == 3) {
      found[count++] = i - 2;
      matched = table[matched - 1];
    }
  }
  found[9] = count;
}
