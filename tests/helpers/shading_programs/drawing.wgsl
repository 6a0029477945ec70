struct Vertex { @location(0) place: vec3f, @location(1) @interpolate(flat) kind: u32 }
struct Passed { @builtin(position) position: vec4f, @location(0) uv: vec2f, @location(1) @interpolate(flat) kind: u32 }
struct Colours { @location(0) first: vec4f, @location(1) second: vec4i, @builtin(frag_depth) depth: f32 }
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var taker: sampler;
@group(0) @binding(2) var shadow: texture_depth_2d;
@group(0) @binding(3) var comparer: sampler_comparison;
@group(0) @binding(4) var layers: texture_2d_array<u32>;
@group(0) @binding(5) var<uniform> transform: mat4x4f;

@vertex
fn draw(vertex: Vertex, @builtin(vertex_index) index: u32) -> Passed {
    var passed: Passed;
    passed.position = transform * vec4(vertex.place, 1);
    passed.uv = vertex.place.xy + vec2f(f32(index));
    passed.kind = vertex.kind | 4;
    return passed;
}

fn lit(uv: vec2f, reference: f32) -> f32 {
    return textureSampleCompare(shadow, comparer, uv, reference);
}

@fragment
fn shade(passed: Passed, @builtin(front_facing) front: bool) -> Colours {
    let taken = textureSample(image, taker, passed.uv) * lit(passed.uv, 0.5);
    let slope = dpdx(passed.uv) + fwidth(passed.uv.yx);
    let codes = textureLoad(layers, vec2<i32>(passed.position.xy), passed.kind & 1u, 0);
    let level = textureSampleLevel(image, taker, slope, 1.5, vec2(1, -1));
    if !front { discard; }
    let size = textureDimensions(image);
    let normal = normalize(vec3(slope, 1.0));
    var colours = Colours();
    colours.first = mix(taken, level, smoothstep(0.0, 1.0, normal.z));
    colours.second = vec4i(codes) + vec4i(i32(size.x));
    colours.second.x = min(colours.second.x, 7) - max(2, colours.second.y);
    colours.depth = saturate(length(slope) * determinant(mat2x2f(1, 0, 0, passed.uv.x)));
    let half_way = reflect(normal, vec3f(0, 1, 0)) * transpose(mat3x3<f32>());
    colours.first.a = half_way.x + pow(abs(slope.x), 2) + step(0.5, sign(slope.y));
    return colours;
}
