#version 320 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

struct Range { int from; int to; };

int cards[16];
int spare[16];
Range pending[8];

void merge_(int from, int middle, int to)
{
    int left = from, right = middle;
    for (int out_ = from; out_ < to; out_++)
    {
        bool takeLeft = left < middle;
        if (takeLeft && right < to)
            takeLeft = cards[left] <= cards[right];
        spare[out_] = takeLeft ? cards[left++] : cards[right++];
    }
    for (int i = from; i < to; i++)
        cards[i] = spare[i];
}

/* Runs that rise are found from left to right and put on a pile; two of about one length are merged. */
int sort()
{
    int pile = 0, merges = 0, at = 0;
    while (at < 16)
    {
        int end = at + 1;
        while (end < 16)
        {
            if (cards[end] < cards[end - 1])
                break;
            end++;
        }
        pending[pile++] = Range(at, end);
        at = end;
        while (pile > 1)
        {
            Range top = pending[pile - 1], below = pending[pile - 2];
            if (at < 16 && below.to - below.from > top.to - top.from)
                break;
            merge_(below.from, top.from, top.to);
            pending[--pile - 1].to = top.to;
            merges++;
            if (injectionSwitch.x > injectionSwitch.y)
                return -1;
        }
    }
    return merges;
}

void main()
{
    int row = int(gl_FragCoord.y) >> 5;
    for (int i = 0; i < 16; i++)
        cards[i] = (i * (2 * row + 3) + row * row) % 17;
    int merges = sort();
    int card = cards[int(gl_FragCoord.x / resolution.x * 16.0)];
    vec3 colour = vec3(float(card) / 16.0, float(merges) / 16.0, float(card & row) / 8.0);
    if (card == cards[15])
        colour = colour.gbr + vec3(injectionSwitch.x);
    _GLF_color = vec4(colour, injectionSwitch.y);
}
