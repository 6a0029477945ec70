// Skinning with weights in sixteenths: matrices, vectors and weights are such that every sum of products is exact.
struct Out {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) aberration_result: vec4f,
}

struct Vertex {
  @location(0) place: vec3f,
  @location(1) joints: vec4u,
  @location(2) weights: vec4u,
  @location(3) aberration_place: vec2f,
}

@group(0) @binding(0) var<uniform> bones: array<vec4f, 8>;

fn bone(joint: u32) -> mat2x3f {
  let first = bones[(joint * 2u) & 7u];
  let second = bones[(joint * 2u + 1u) & 7u];
  return mat2x3f(first.xyz, second.xyz);
}

fn sixteenths(weights: vec4u) -> vec4f {
  var rest = 16u;
  var shares = vec4f();
  for (var k = 0u; k < 3u; k++) {
    let share = min(weights[k] & 7u, rest);
    shares[k] = f32(share) / 16.0;
    rest -= share;
  }
  shares.w = f32(rest) / 16.0;
  return shares;
}

fn skinned(vertex: Vertex) -> vec3f {
  let shares = sixteenths(vertex.weights);
  var sum = vec3f();
  for (var k = 0; k < 4; k++) {
    if shares[k] == 0.0 {
      continue;
    }
    let moved = bone(vertex.joints[k]) * vertex.place.xy + vertex.place;
    sum += moved * shares[k];
  }
  return sum;
}

@vertex
fn main(vertex: Vertex) -> Out {
  let place = skinned(vertex);
  let bytes = vec3i(floor(place * 64.0)) & vec3i(255);
  let side = select(0, 255, place.x + place.y > place.z);
  let at = vertex.aberration_place;
  return Out(vec4f(at.x, -at.y, 0.0, 1.0), vec4f(vec4i(bytes, side)) / 255.0);
}
