// A graph of islands and bridges: breadth, depth, shortest ways by two methods, spanning trees, order, colours.
#include <stdint.h>
#include <stdio.h>

enum { ISLANDS = 26, BRIDGES = 70, FAR = 1000000 };

struct bridge {
    int from;
    int to;
    int length;
    int next;
};

struct heap_item {
    int distance;
    int island;
};

static struct bridge bridges[2 * BRIDGES];
static int first_bridge[ISLANDS];
static int bridge_count;
static int all_pairs[ISLANDS][ISLANDS];
static struct heap_item heap[4 * BRIDGES];
static int heap_size;
static int group[ISLANDS];
static int settled;
static int doubts;
static uint32_t checksum = 9;

static void fold(int value) {
    checksum = checksum * 134775813u + (uint32_t)value + 1u;
}

static void add_bridge(int from, int to, int length) {
    struct bridge *bridge = &bridges[bridge_count];
    bridge->from = from;
    bridge->to = to;
    bridge->length = length;
    bridge->next = first_bridge[from];
    first_bridge[from] = bridge_count;
    bridge_count++;
}

static void build(void) {
    unsigned state = 4711;
    for (int i = 0; i < ISLANDS; i++) {
        first_bridge[i] = -1;
    }
    for (int i = 0; i < BRIDGES; i++) {
        state = state * 214013u + 2531011u;
        int from = (int)(state >> 16 & 0x7fffu) % (ISLANDS - 2);
        state = state * 214013u + 2531011u;
        int to = (int)(state >> 16 & 0x7fffu) % (ISLANDS - 2);
        int length = 3 + (int)(state >> 8 & 31u);
        if (from == to) {
            continue;
        }
        add_bridge(from, to, length);
        add_bridge(to, from, length);
    }
    add_bridge(ISLANDS - 2, ISLANDS - 1, 5);
    add_bridge(ISLANDS - 1, ISLANDS - 2, 5);
}

static int breadth_first(int start, int *hops) {
    int queue[ISLANDS] = {0};
    int head = 0;
    int tail = 0;
    for (int i = 0; i < ISLANDS; i++) {
        hops[i] = -1;
    }
    hops[start] = 0;
    queue[tail] = start;
    tail++;
    while (head < tail) {
        int here = queue[head];
        head++;
        for (int b = first_bridge[here]; b >= 0; b = bridges[b].next) {
            int there = bridges[b].to;
            if (hops[there] >= 0) {
                continue;
            }
            hops[there] = hops[here] + 1;
            queue[tail] = there;
            tail++;
        }
    }
    return tail;
}

static void heap_push(int distance, int island) {
    int at = heap_size;
    heap_size++;
    while (at > 0) {
        int up = (at - 1) / 2;
        if (heap[up].distance <= distance) {
            break;
        }
        heap[at] = heap[up];
        at = up;
    }
    heap[at].distance = distance;
    heap[at].island = island;
}

static struct heap_item heap_pop(void) {
    struct heap_item top = heap[0];
    heap_size--;
    struct heap_item last = heap[heap_size];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= heap_size) {
            break;
        }
        if (child + 1 < heap_size && heap[child + 1].distance < heap[child].distance) {
            child++;
        }
        if (last.distance <= heap[child].distance) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

static void shortest_ways(int start, int *distance) {
    for (int i = 0; i < ISLANDS; i++) {
        distance[i] = FAR;
    }
    distance[start] = 0;
    heap_size = 0;
    heap_push(0, start);
    while (heap_size > 0) {
        struct heap_item item = heap_pop();
        if (item.distance > distance[item.island]) {
            continue;
        }
        settled++;
        for (int b = first_bridge[item.island]; b >= 0; b = bridges[b].next) {
            const struct bridge *bridge = &bridges[b];
            int length = item.distance + bridge->length;
            if (length < distance[bridge->to]) {
                distance[bridge->to] = length;
                heap_push(length, bridge->to);
            }
        }
    }
}

static void shortest_everywhere(void) {
    for (int i = 0; i < ISLANDS; i++) {
        for (int j = 0; j < ISLANDS; j++) {
            all_pairs[i][j] = i == j ? 0 : FAR;
        }
    }
    for (int b = 0; b < bridge_count; b++) {
        int *known = &all_pairs[bridges[b].from][bridges[b].to];
        if (bridges[b].length < *known) {
            *known = bridges[b].length;
        }
    }
    for (int k = 0; k < ISLANDS; k++) {
        for (int i = 0; i < ISLANDS; i++) {
            if (all_pairs[i][k] == FAR) {
                continue;
            }
            for (int j = 0; j < ISLANDS; j++) {
                int through = all_pairs[i][k] + all_pairs[k][j];
                if (through < all_pairs[i][j]) {
                    all_pairs[i][j] = through;
                }
            }
        }
    }
}

static int leader(int island) {
    while (group[island] != island) {
        group[island] = group[group[island]];
        island = group[island];
    }
    return island;
}

static int spanning_forest(int *trees) {
    int order[2 * BRIDGES] = {0};
    int total = 0;
    for (int i = 0; i < bridge_count; i++) {
        int at = i;
        while (at > 0 && bridges[order[at - 1]].length > bridges[i].length) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    for (int i = 0; i < ISLANDS; i++) {
        group[i] = i;
    }
    *trees = ISLANDS;
    for (int i = 0; i < bridge_count; i++) {
        const struct bridge *bridge = &bridges[order[i]];
        int one = leader(bridge->from);
        int other = leader(bridge->to);
        if (one == other) {
            continue;
        }
        group[one] = other;
        total += bridge->length;
        *trees -= 1;
    }
    return total;
}

static int depth_first(int island, int *seen, int *clock, int *low) {
    int cuts = 0;
    seen[island] = *clock;
    low[island] = *clock;
    *clock += 1;
    for (int b = first_bridge[island]; b >= 0; b = bridges[b].next) {
        int there = bridges[b].to;
        if (seen[there] >= 0) {
            if (seen[there] < low[island]) {
                low[island] = seen[there];
            }
            continue;
        }
        cuts += depth_first(there, seen, clock, low);
        if (low[there] < low[island]) {
            low[island] = low[there];
        }
        if (low[there] >= seen[island]) {
            cuts++;
        }
    }
    return cuts;
}

static int colours_needed(int *colour) {
    int most = 0;
    for (int i = 0; i < ISLANDS; i++) {
        unsigned used = 0;
        for (int b = first_bridge[i]; b >= 0; b = bridges[b].next) {
            int there = bridges[b].to;
            if (there < i) {
                used |= 1u << colour[there];
            }
        }
        int chosen = 0;
        while (used >> chosen & 1u) {
            chosen++;
        }
        colour[i] = chosen;
        if (chosen + 1 > most) {
            most = chosen + 1;
        }
    }
    return most;
}

// Ways only from lower to higher islands: an order by the number of ways in, and the count of all ways.
static int count_ways(int to) {
    int ways[ISLANDS] = {1};
    int left[ISLANDS] = {0};
    for (int b = 0; b < bridge_count; b++) {
        if (bridges[b].from < bridges[b].to) {
            left[bridges[b].to]++;
        }
    }
    int removed[ISLANDS] = {0};
    for (int round = 0; round < ISLANDS; round++) {
        int next = -1;
        for (int i = 0; i < ISLANDS; i++) {
            if (!removed[i] && left[i] == 0) {
                next = i;
                break;
            }
        }
        if (next < 0) {
            printf("a cycle where none can be\n");
            doubts++;
            break;
        }
        removed[next] = 1;
        for (int b = first_bridge[next]; b >= 0; b = bridges[b].next) {
            int there = bridges[b].to;
            if (there > next) {
                left[there]--;
                ways[there] = (ways[there] + ways[next]) % 1000007;
            }
        }
    }
    return ways[to];
}

int main(void) {
    int hops[ISLANDS] = {0};
    int distance[ISLANDS] = {0};
    build();
    shortest_everywhere();
    printf("%d bridges\n", bridge_count / 2);
    for (int start = 0; start < ISLANDS; start += 5) {
        int reached = breadth_first(start, hops);
        shortest_ways(start, distance);
        int farthest = start;
        for (int i = 0; i < ISLANDS; i++) {
            if (distance[i] != all_pairs[start][i] || (hops[i] < 0) != (distance[i] == FAR)) {
                doubts++;
            }
            if (distance[i] != FAR && distance[i] > distance[farthest]) {
                farthest = i;
            }
            fold(hops[i]);
        }
        printf("from %d: %d reached, farthest %d at %d\n", start, reached, farthest, distance[farthest]);
        fold(distance[farthest]);
    }
    int trees = 0;
    int total = spanning_forest(&trees);
    printf("forest of %d trees, length %d\n", trees, total);
    int seen[ISLANDS] = {0};
    int low[ISLANDS] = {0};
    int clock = 0;
    int parts = 0;
    int cuts = 0;
    for (int i = 0; i < ISLANDS; i++) {
        seen[i] = -1;
    }
    for (int i = 0; i < ISLANDS; i++) {
        if (seen[i] < 0) {
            cuts += depth_first(i, seen, &clock, low);
            parts++;
        }
    }
    int colour[ISLANDS] = {0};
    int colours = colours_needed(colour);
    int ways = count_ways(ISLANDS - 3);
    printf("%d parts, %d cuts, %d colours, %d ways, %d settled\n", parts, cuts, colours, ways, settled);
    fold(total * 3 + cuts);
    fold(colours * 1000 + ways);
    printf("doubts %d\n", doubts);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
