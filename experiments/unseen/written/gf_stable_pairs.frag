#version 320 es

precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;
uniform vec2 resolution;
uniform vec2 injectionSwitch;

// Proposals go round until everybody is paired.
int wishes_a[16];
int wishes_b[16];
int partner_of_b[4];
int next_wish[4];

int rank_of(int b, int a)
{
    for (int i = 0; i < 4; i++) {
        if (wishes_b[4 * b + i] == a) {
            return i;
        }
    }
    return 4;
}

int free_one()
{
    for (int a = 0; a < 4; a++) {
        bool paired = false;
        for (int b = 0; b < 4; b++) {
            paired = paired || partner_of_b[b] == a;
        }
        if (!paired) {
            return a;
        }
    }
    return -1;
}

void main()
{
    int quarter = (gl_FragCoord.x < resolution.x * 0.5 ? 0 : 1) + (gl_FragCoord.y < resolution.y * 0.5 ? 0 : 2);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            wishes_a[4 * i + j] = (i * (quarter + 1) + j) % 4;
            wishes_b[4 * i + j] = (3 * i + quarter - j + 8) % 4;
        }
        partner_of_b[i] = -1;
        next_wish[i] = 0;
    }
    int rounds = 0;
    for (;;) {
        int a = free_one();
        if (a < 0 || rounds > 40) {
            break;
        }
        int b = wishes_a[4 * a + next_wish[a]];
        next_wish[a]++;
        rounds++;
        if (partner_of_b[b] < 0) {
            partner_of_b[b] = a;
        } else if (rank_of(b, a) < rank_of(b, partner_of_b[b])) {
            partner_of_b[b] = a;
        }
        if (injectionSwitch.x > injectionSwitch.y) {
            continue;
        }
    }
    int stripe = int(mod(gl_FragCoord.y, 64.0) / 16.0);
    float shade = float(partner_of_b[stripe] + 1) / 4.0;
    _GLF_color = vec4(shade, float(rounds) / 16.0, float(quarter) / 3.0, 1.0);
}
