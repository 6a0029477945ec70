#version 450
// Levenshtein distance of two six-letter words that come from the pixel's column and row; two rolling rows.
layout(set = 0, binding = 0) uniform buf0 { ivec3 costs; };
layout(location = 0) out vec4 colour;

const int LENGTH = 6;

void spell(out int word[LENGTH], int number) {
  for (int i = 0; i < LENGTH; i++) {
    word[i] = number & 3;
    number = (number >> 1) + ((number & 1) << 6);
  }
}

int smallest(int a, int b, int c) {
  if (a < b) {
    return a < c ? a : c;
  }
  return b < c ? b : c;
}

int editDistance(int first[LENGTH], int second[LENGTH], out int diagonalMoves) {
  int rows[2][LENGTH + 1];
  for (int j = 0; j <= LENGTH; j++) {
    rows[0][j] = j * costs.x;
    rows[1][j] = 0;
  }
  diagonalMoves = 0;
  for (int i = 0; i < LENGTH; i++) {
    int from = i & 1;
    int to = 1 - from;
    rows[to][0] = (i + 1) * costs.y;
    for (int j = 0; j < LENGTH; j++) {
      int substitution = rows[from][j];
      if (first[i] != second[j]) {
        substitution += costs.z;
      }
      int best = smallest(rows[to][j] + costs.x, rows[from][j + 1] + costs.y, substitution);
      if (best == substitution) {
        diagonalMoves++;
      }
      rows[to][j + 1] = best;
    }
  }
  return rows[LENGTH & 1][LENGTH];
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) >> 1;
  int across[LENGTH];
  int up[LENGTH];
  spell(across, pixel.x);
  spell(up, pixel.y);
  int moves;
  int distance_ = editDistance(across, up, moves);
  bool same = distance_ == 0;
  colour = vec4(float(distance_ * 20) / 255.0, float(moves * 7) / 255.0, same ? 1.0 : float(across[2] * 40) / 255.0, 1.0);
}
