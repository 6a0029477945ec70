#version 450
// A binary heap in a struct: pushes of hashed keys, some pops, and the sum of what came out in order.
layout(set = 0, binding = 0) uniform buf0 { int pushes; };
layout(set = 0, binding = 1) uniform buf1 { int pops; };
layout(location = 0) out vec4 colour;

const int CAPACITY = 12;

struct Heap {
  int keys[CAPACITY];
  int size;
};

void exchange(inout Heap heap, int i, int j) {
  int held = heap.keys[i];
  heap.keys[i] = heap.keys[j];
  heap.keys[j] = held;
}

void push(inout Heap heap, int key) {
  if (heap.size >= CAPACITY) {
    return;
  }
  int at = heap.size;
  heap.keys[at] = key;
  heap.size++;
  while (at > 0) {
    int parent = (at - 1) >> 1;
    if (heap.keys[parent] <= heap.keys[at]) {
      return;
    }
    exchange(heap, parent, at);
    at = parent;
  }
}

bool pop(inout Heap heap, out int smallest) {
  smallest = -1;
  if (heap.size == 0) {
    return false;
  }
  smallest = heap.keys[0];
  heap.size--;
  heap.keys[0] = heap.keys[heap.size];
  int at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= heap.size) {
      break;
    }
    if (child + 1 < heap.size && heap.keys[child + 1] < heap.keys[child]) {
      child++;
    }
    if (heap.keys[at] <= heap.keys[child]) {
      break;
    }
    exchange(heap, at, child);
    at = child;
  }
  return true;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) >> 2;
  Heap heap;
  for (int i = 0; i < CAPACITY; i++) {
    heap.keys[i] = 0;
  }
  heap.size = 0;
  int state = pixel.x * 61 + pixel.y * 17 + 5;
  for (int i = 0; i < pushes; i++) {
    state = (state * 141 + 28411) & 0xffff;
    push(heap, (state >> 5) & 255);
  }
  int last = -1;
  int median = 0;
  bool ordered = true;
  for (int i = 0; i < pops; i++) {
    int key;
    if (!pop(heap, key)) {
      break;
    }
    ordered = ordered && key >= last;
    last = key;
    if (i == 3) {
      median = key;
    }
  }
  colour = vec4(float(last & 255) / 255.0, float(median) / 255.0, float(heap.size * 20) / 255.0, ordered ? 1.0 : 0.0);
}
