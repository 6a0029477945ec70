#version 450
// Calendar arithmetic: constant divisors only, masks keep every operand natural.
layout(location = 0) out vec4 colour;

struct Date {
  uint year;
  uint month;
  uint day;
};

bool leap(uint year) {
  if (year % 400u == 0u) {
    return true;
  }
  if (year % 100u == 0u) {
    return false;
  }
  return year % 4u == 0u;
}

uint daysIn(uint month, uint year) {
  switch (month & 15u) {
    case 1u:
      return leap(year) ? 29u : 28u;
    case 3u:
    case 5u:
    case 8u:
    case 10u:
      return 30u;
    default:
      return 31u;
  }
}

Date fromDayNumber(uint number) {
  Date date = Date(2000u, 0u, number % 1461u);
  for (int months = 0; months < 48; months++) {
    uint length_ = daysIn(date.month, date.year);
    if (date.day < length_) {
      break;
    }
    date.day -= length_;
    date.month++;
    if (date.month == 12u) {
      date.month = 0u;
      date.year++;
    }
  }
  return date;
}

uint weekday(Date date) {
  uint shifted = (date.month + 10u) % 12u;
  uint years = date.year & 4095u;
  return (date.day + (26u * (shifted + 1u)) / 10u + years + years / 4u) % 7u;
}

void main() {
  Date date = fromDayNumber(floatBitsToUint(gl_FragCoord.x) >> 14u);
  float shade = float(weekday(date)) / 7.0;
  colour = vec4(float(date.month) / 11.0, float(date.day) / 31.0, shade, leap(date.year) ? 1.0 : 0.25);
}
