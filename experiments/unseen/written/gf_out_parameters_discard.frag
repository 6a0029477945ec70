#version 310 es
precision mediump float;

layout(location = 0) out highp vec4 _GLF_color;

uniform highp vec2 injectionSwitch;
uniform highp vec2 resolution;
uniform bool holes;
uniform ivec2 cells;

highp vec2 origin;

bool split(highp float whole, out highp float part, out int count)
{
  count = int(floor(whole));
  part = whole - float(count);
  return (count & 1) == 1;
}

void darken(inout highp vec3 colour, highp float by)
{
  colour -= by;
  if (colour.r < 0.0)
    colour.r = 0.0;
  colour = max(colour, vec3(0.0));
}

void main()
{
  origin = resolution / 2.0;
  highp vec2 spot = (gl_FragCoord.xy - origin) / resolution * vec2(cells);
  highp vec2 part;
  ivec2 number;
  bool oddX = split(spot.x, part.x, number.x);
  bool oddY = split(spot.y, part.y, number.y);
  highp vec3 colour = vec3(part, 0.5);
  if (holes && oddX && oddY)
    discard;
  if (oddX != oddY) {
    darken(colour, 0.25);
    if (injectionSwitch.x > injectionSwitch.y)
      return;
  } else {
    darken(colour.bgr, 0.125);
  }
  _GLF_color = vec4(colour, float(number.x + number.y + 16) / 32.0);
}
