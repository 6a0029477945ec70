#version 450
// Scanning arrays given as parameters: longest run, first difference, in-place reversal, early returns.
layout(location = 0) out vec4 colour;

const int LENGTH = 9;

void unpack(uint word, out int cells[LENGTH]) {
  for (int i = 0; i < LENGTH; i++) {
    cells[i] = int(word & 7u);
    word = (word >> 3u) | (word << 29u);
  }
}

int longestRun(int cells[LENGTH], out int endsAt) {
  int best = 0;
  int current = 0;
  endsAt = 0;
  for (int i = 1; i < LENGTH; i++) {
    if (cells[i] < cells[i - 1]) {
      current = 0;
      continue;
    }
    current++;
    if (current > best) {
      best = current;
      endsAt = i;
    }
  }
  return best;
}

void reverseRange(inout int cells[LENGTH], int first, int last) {
  if (first < 0 || last >= LENGTH) {
    return;
  }
  while (first < last) {
    int held = cells[first];
    cells[first] = cells[last];
    cells[last] = held;
    first++;
    last--;
  }
}

int firstDifference(int a[LENGTH], int b[LENGTH], int from) {
  for (int i = max(from, 0); i < LENGTH; i++) {
    if (a[i] != b[i]) {
      return i;
    }
  }
  return LENGTH;
}

void main() {
  int cells[LENGTH];
  unpack(floatBitsToUint(gl_FragCoord.x) >> 9u ^ floatBitsToUint(gl_FragCoord.y), cells);
  int end;
  int run = longestRun(cells, end);
  int before[LENGTH] = cells;
  reverseRange(cells, end - run, end);
  int different = firstDifference(before, cells, 1);
  colour = vec4(float(run) / 8.0, float(end) / 8.0, float(different) / 9.0, 1.0);
}
