#version 450
layout(location = 0) out vec4 colour;
int first_of(int n) {
    for (int k = 0; ; k++) {
        if (k > n) {
            return k;
        }
    }
}
void main() { colour = vec4(float(first_of(6)) / 7.0); }
