#version 430
layout(std430, binding = 0) buffer Data {
    int rounds;
    int skipped;
};
layout(local_size_x = 1) in;

void main() {
    for (int k = 1; k <= rounds; k++) {
        switch (k) {
            default:
                switch (k) {
                    case 1:
                        if (k == 1) {
                            continue;
                        }
                }
        }
        skipped++;
    }
}
