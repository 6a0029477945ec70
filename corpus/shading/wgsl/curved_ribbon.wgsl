// A ribbon along a curve: points by repeated mixing, a frame of directions, a shine, and a colour out of a texture.
struct Out {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) aberration_result: vec4f,
}

@group(0) @binding(0) var colours: texture_2d<f32>;
@group(0) @binding(1) var<uniform> shine: vec4f;

struct Frame {
  place: vec3f,
  tangent: vec3f,
}

fn along(controls: mat4x3f, share: f32) -> Frame {
  var points = array<vec3f, 4>(controls[0], controls[1], controls[2], controls[3]);
  var tangent = vec3f();
  for (var count = 3; count > 0; count--) {
    if count == 1 {
      tangent = points[1] - points[0];
    }
    for (var k = 0; k < count; k++) {
      points[k] = mix(points[k], points[k + 1], share);
    }
  }
  return Frame(points[0], tangent);
}

@vertex
fn main(
  @location(0) first: vec3f,
  @location(1) second: vec3f,
  @location(2) third: vec3f,
  @location(3) fourth: vec3f,
  @location(4) part: vec2u,
  @location(5) aberration_place: vec2f,
) -> Out {
  let share = f32(part.x & 31u) / 31.0;
  let frame = along(mat4x3f(first, second, third, fourth), share);
  let side = normalize(cross(frame.tangent, shine.xyz) + vec3f(0.0, 0.0, 8.0));
  let light = exp(-shine.w * (1.0 - side.z)) * pow(0.75 + 0.25 * side.x, 3.0);
  let colour = textureLoad(colours, vec2u(part & vec2u(7u)), 0).rgb;
  let shade = mix(colour * light, 0.5 + 0.125 * frame.place, 0.4);
  let point = vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0);
  return Out(point, vec4f(sqrt(shade + 0.25) * 0.75, 1.0));
}
