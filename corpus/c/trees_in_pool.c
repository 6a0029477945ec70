// Nodes in a static pool: a balanced search tree, doubly linked lists, a queue of nodes and an order statistic.
#include <stdint.h>
#include <stdio.h>

enum { NODES = 160 };

struct node {
    struct node *left;
    struct node *right;
    int key;
    int height;
    int size;
};

struct link {
    struct link *before;
    struct link *after;
    int value;
};

static struct node nodes[NODES];
static struct node *spare_nodes;
static struct node *root;
static struct link links[NODES];
static struct link ring;
static int links_used;
static int rotations;
static int duplicates;
static int missing;
static int broken;

static void prepare(void) {
    spare_nodes = NULL;
    for (int i = NODES - 1; i >= 0; i--) {
        nodes[i].left = spare_nodes;
        spare_nodes = &nodes[i];
    }
    ring.before = &ring;
    ring.after = &ring;
}

static int height(const struct node *node) {
    return node != NULL ? node->height : 0;
}

static int size(const struct node *node) {
    return node != NULL ? node->size : 0;
}

static void update(struct node *node) {
    int left = height(node->left);
    int right = height(node->right);
    node->height = (left > right ? left : right) + 1;
    int smaller = size(node->left);
    int larger = size(node->right);
    node->size = smaller + larger + 1;
}

static struct node *rotate_right(struct node *top) {
    struct node *up = top->left;
    top->left = up->right;
    up->right = top;
    update(top);
    update(up);
    rotations++;
    return up;
}

static struct node *rotate_left(struct node *top) {
    struct node *up = top->right;
    top->right = up->left;
    up->left = top;
    update(top);
    update(up);
    rotations++;
    return up;
}

static struct node *balance(struct node *node) {
    update(node);
    int tilt = height(node->left) - height(node->right);
    if (tilt > 1) {
        struct node *left = node->left;
        if (height(left->left) < height(left->right)) {
            node->left = rotate_left(left);
        }
        return rotate_right(node);
    }
    if (tilt < -1) {
        struct node *right = node->right;
        if (height(right->right) < height(right->left)) {
            node->right = rotate_right(right);
        }
        return rotate_left(node);
    }
    return node;
}

static struct node *insert(struct node *node, int key) {
    if (node == NULL) {
        struct node *made = spare_nodes;
        if (made == NULL) {
            printf("no node left for %d\n", key);
            broken++;
            return NULL;
        }
        spare_nodes = made->left;
        made->left = NULL;
        made->right = NULL;
        made->key = key;
        made->height = 1;
        made->size = 1;
        return made;
    }
    if (key < node->key) {
        node->left = insert(node->left, key);
    } else if (key > node->key) {
        node->right = insert(node->right, key);
    } else {
        duplicates++;
        return node;
    }
    return balance(node);
}

static struct node *take_least(struct node *node, struct node **least) {
    if (node->left == NULL) {
        *least = node;
        return node->right;
    }
    node->left = take_least(node->left, least);
    return balance(node);
}

static struct node *discard(struct node *node, int key) {
    if (node == NULL) {
        missing++;
        return NULL;
    }
    if (key < node->key) {
        node->left = discard(node->left, key);
        return balance(node);
    }
    if (key > node->key) {
        node->right = discard(node->right, key);
        return balance(node);
    }
    struct node *left = node->left;
    struct node *right = node->right;
    node->left = spare_nodes;
    spare_nodes = node;
    if (left == NULL) {
        return right;
    }
    if (right == NULL) {
        return left;
    }
    struct node *least = NULL;
    right = take_least(right, &least);
    least->left = left;
    least->right = right;
    return balance(least);
}

static int ranked(const struct node *node, int rank) {
    while (node != NULL) {
        int smaller = size(node->left);
        if (rank == smaller) {
            return node->key;
        }
        if (rank < smaller) {
            node = node->left;
        } else {
            rank -= smaller + 1;
            node = node->right;
        }
    }
    return -1;
}

static int check(const struct node *node, int low, int high) {
    if (node == NULL) {
        return 0;
    }
    int tilt = height(node->left) - height(node->right);
    if (node->key <= low || node->key >= high || tilt > 1 || tilt < -1) {
        broken++;
    }
    int left = check(node->left, low, node->key);
    int right = check(node->right, node->key, high);
    return left + right + 1;
}

static void add_link(struct link *after, int value) {
    struct link *made = &links[links_used];
    links_used++;
    made->value = value;
    made->before = after;
    made->after = after->after;
    after->after->before = made;
    after->after = made;
}

static void cut_link(struct link *link) {
    link->before->after = link->after;
    link->after->before = link->before;
}

static uint32_t walk(const struct node *node, uint32_t sum) {
    if (node == NULL) {
        return sum;
    }
    sum = walk(node->left, sum);
    sum = sum * 31u + (uint32_t)node->key * 5u + (uint32_t)node->height;
    return walk(node->right, sum);
}

static int breadth_first(const struct node *from, int *levels) {
    const struct node *queue[NODES] = {NULL};
    int head = 0;
    int tail = 0;
    int level_end = 0;
    int widest = 0;
    if (from == NULL) {
        return 0;
    }
    queue[tail] = from;
    tail++;
    while (head < tail) {
        level_end = tail;
        int width = level_end - head;
        if (width > widest) {
            widest = width;
        }
        *levels += 1;
        for (; head < level_end; head++) {
            const struct node *node = queue[head];
            if (node->left != NULL) {
                queue[tail] = node->left;
                tail++;
            }
            if (node->right != NULL) {
                queue[tail] = node->right;
                tail++;
            }
        }
    }
    return widest;
}

static int last_in_circle(int count, int step) {
    for (int i = count; i >= 1; i--) {
        add_link(&ring, i);
    }
    struct link *at = ring.after;
    int left = count;
    while (left > 1) {
        for (int i = 1; i < step; i++) {
            at = at->after;
            if (at == &ring) {
                at = at->after;
            }
        }
        struct link *next = at->after == &ring ? ring.after : at->after;
        cut_link(at);
        at = next;
        left--;
    }
    int value = at->value;
    cut_link(at);
    return value;
}

int main(void) {
    uint32_t sum = 0;
    prepare();
    for (int i = 0; i < 150; i++) {
        root = insert(root, i * 83 % 211);
        if (i % 4 == 3) {
            root = discard(root, (i * 59 + 7) % 211);
        }
        if (i % 30 == 29) {
            int levels = 0;
            int widest = breadth_first(root, &levels);
            int counted = check(root, -1, 1000);
            printf("%d nodes, height %d, %d levels, widest %d\n", counted, height(root), levels, widest);
            sum = walk(root, sum);
        }
    }
    for (int rank = 0; rank < size(root); rank += 25) {
        int key = ranked(root, rank);
        printf("rank %d is %d\n", rank, key);
        sum = sum * 17u + (uint32_t)key;
    }
    for (int step = 2; step <= 5; step++) {
        int last = last_in_circle(30, step);
        printf("last of 30 by %d: %d\n", step, last);
        sum = sum * 19u + (uint32_t)last;
    }
    int empty = ring.after == &ring && ring.before == &ring;
    printf("rotations %d duplicates %d missing %d broken %d ring %s\n", rotations, duplicates, missing, broken,
           empty ? "empty" : "in use");
    printf("checksum %08x\n", (unsigned)sum);
    return broken;
}
