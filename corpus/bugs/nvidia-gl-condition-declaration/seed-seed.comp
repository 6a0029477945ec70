#version 320 es
precision highp float;
precision highp int;
layout(local_size_x = 1, local_size_y = 1, local_size_z = 1) in;
void func_28() {
    while (true) {
        bool var_35 = false;
        if (!var_35) {
            break;
        }
    }
}
void main() { }
