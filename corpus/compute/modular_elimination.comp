#version 450
// Gauss-Jordan elimination of four equations in a prime field; a column per invocation and row.
layout(local_size_x = 5, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) buffer Systems { uint systems[60]; };
layout(std430, set = 0, binding = 1) writeonly buffer Ranks { uint ranks[3]; };

const uint PRIME = 251u;
shared uint matrix[4][5];
shared uint pivotRow;

uint power(uint base, uint exponent) {
  uint result = 1u;
  while (exponent != 0u) {
    if ((exponent & 1u) == 1u) {
      result = result * base % PRIME;
    }
    base = base * base % PRIME;
    exponent >>= 1u;
  }
  return result;
}

void main() {
  uint column = gl_LocalInvocationID.x;
  uint row = gl_LocalInvocationID.y;
  uint at = gl_WorkGroupID.y * 20u + row * 5u + column;
  matrix[row][column] = systems[at] % PRIME;
  uint rank = 0u;
  for (uint pivot = 0u; pivot < 4u; pivot++) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
      uint found = rank;
      while (found < 4u && matrix[found][pivot] == 0u) {
        found++;
      }
      pivotRow = found;
    }
    barrier();
    uint chosen = pivotRow;
    if (chosen == 4u) {
      continue;
    }
    uint scaled = matrix[chosen][column] * power(matrix[chosen][pivot], PRIME - 2u) % PRIME;
    uint source = row == chosen ? rank : row;
    uint own = matrix[source][column];
    uint factor = matrix[source][pivot];
    barrier();
    bool isPivot = row == rank;
    if (isPivot) {
      matrix[row][column] = scaled;
    } else {
      matrix[row][column] = (own + (PRIME - factor) * scaled) % PRIME;
    }
    rank++;
  }
  barrier();
  systems[at] = matrix[row][column];
  if (gl_LocalInvocationIndex == 0u) {
    ranks[gl_WorkGroupID.y] = rank;
  }
}
