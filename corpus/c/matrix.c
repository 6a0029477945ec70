// Integer matrices: products, powers, determinants, rank and inverse over a prime field, transposition and spirals.
#include <stdint.h>
#include <stdio.h>

#define SIZE 6
#define PRIME 7919

typedef struct {
    int rows;
    int columns;
    int cell[SIZE][SIZE];
} matrix;

static matrix results[4];
static int exchanges;
static int singular;
static long multiplications;

static int reduce(int64_t value) {
    int64_t rest = value % PRIME;
    if (rest < 0) {
        rest += PRIME;
    }
    return (int)rest;
}

static int power_of(int base, int exponent) {
    int result = 1;
    int square = base;
    while (exponent > 0) {
        if (exponent & 1) {
            result = reduce((int64_t)result * square);
        }
        square = reduce((int64_t)square * square);
        exponent >>= 1;
    }
    return result;
}

static int inverse_of(int value) {
    return power_of(value, PRIME - 2);
}

static matrix zero(int rows, int columns) {
    matrix made = {rows, columns, {{0}}};
    return made;
}

static matrix identity(int size) {
    matrix made = zero(size, size);
    for (int i = 0; i < size; i++) {
        made.cell[i][i] = 1;
    }
    return made;
}

static matrix numbered(int rows, int columns, int seed) {
    matrix made = zero(rows, columns);
    int value = seed;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            value = reduce((int64_t)value * 613 + i * 17 + j * j + 1);
            made.cell[i][j] = value;
        }
    }
    return made;
}

static void multiply(matrix *to, const matrix *left, const matrix *right) {
    matrix product = zero(left->rows, right->columns);
    if (left->columns != right->rows) {
        printf("cannot multiply %d columns with %d rows\n", left->columns, right->rows);
        *to = product;
        return;
    }
    for (int i = 0; i < left->rows; i++) {
        for (int k = 0; k < left->columns; k++) {
            int factor = left->cell[i][k];
            if (factor == 0) {
                continue;
            }
            for (int j = 0; j < right->columns; j++) {
                int64_t sum = product.cell[i][j] + (int64_t)factor * right->cell[k][j];
                product.cell[i][j] = reduce(sum);
                multiplications++;
            }
        }
    }
    *to = product;
}

static void raise(matrix *to, const matrix *base, unsigned exponent) {
    matrix result = identity(base->rows);
    matrix square = *base;
    while (exponent != 0) {
        if (exponent & 1u) {
            multiply(&result, &result, &square);
        }
        multiply(&square, &square, &square);
        exponent >>= 1;
    }
    *to = result;
}

static void transpose(matrix *to, const matrix *from) {
    matrix turned = zero(from->columns, from->rows);
    for (int i = 0; i < from->rows; i++) {
        for (int j = 0; j < from->columns; j++) {
            turned.cell[j][i] = from->cell[i][j];
        }
    }
    *to = turned;
}

static int find_pivot(const matrix *of, int from, int column) {
    for (int row = from; row < of->rows; row++) {
        if (of->cell[row][column] != 0) {
            return row;
        }
    }
    return -1;
}

static void exchange_rows(matrix *in, int a, int b) {
    for (int j = 0; j < in->columns; j++) {
        int kept = in->cell[a][j];
        in->cell[a][j] = in->cell[b][j];
        in->cell[b][j] = kept;
    }
    exchanges++;
}

// Gauss-Jordan on `in`, with the same steps on `beside`; returns the determinant, sets the rank.
static int eliminate(matrix in, matrix *beside, int *rank) {
    int determinant = 1;
    int row = 0;
    for (int column = 0; column < in.columns && row < in.rows; column++) {
        int pivot = find_pivot(&in, row, column);
        if (pivot < 0) {
            determinant = 0;
            continue;
        }
        if (pivot != row) {
            exchange_rows(&in, pivot, row);
            exchange_rows(beside, pivot, row);
            determinant = reduce(-(int64_t)determinant);
        }
        int head = in.cell[row][column];
        int scale = inverse_of(head);
        determinant = reduce((int64_t)determinant * head);
        for (int j = 0; j < in.columns; j++) {
            in.cell[row][j] = reduce((int64_t)in.cell[row][j] * scale);
            beside->cell[row][j] = reduce((int64_t)beside->cell[row][j] * scale);
        }
        for (int i = 0; i < in.rows; i++) {
            int factor = in.cell[i][column];
            if (i == row || factor == 0) {
                continue;
            }
            for (int j = 0; j < in.columns; j++) {
                in.cell[i][j] = reduce(in.cell[i][j] - (int64_t)factor * in.cell[row][j]);
                beside->cell[i][j] = reduce(beside->cell[i][j] - (int64_t)factor * beside->cell[row][j]);
            }
        }
        row++;
    }
    *rank = row;
    if (row < in.rows) {
        singular++;
    }
    return determinant;
}

static uint32_t spiral(const matrix *of) {
    int top = 0;
    int bottom = of->rows - 1;
    int left = 0;
    int right = of->columns - 1;
    uint32_t sum = 0;
    while (top <= bottom && left <= right) {
        for (int j = left; j <= right; j++) {
            sum = sum * 3u + (uint32_t)of->cell[top][j];
        }
        top++;
        for (int i = top; i <= bottom; i++) {
            sum = sum * 5u + (uint32_t)of->cell[i][right];
        }
        right--;
        if (top > bottom || left > right) {
            break;
        }
        for (int j = right; j >= left; j--) {
            sum = sum * 7u + (uint32_t)of->cell[bottom][j];
        }
        bottom--;
        for (int i = bottom; i >= top; i--) {
            sum = sum * 11u + (uint32_t)of->cell[i][left];
        }
        left++;
    }
    return sum;
}

static void show(const char *name, const matrix *of) {
    printf("%s %d by %d:\n", name, of->rows, of->columns);
    for (int i = 0; i < of->rows; i++) {
        for (int j = 0; j < of->columns; j++) {
            printf("%s%d", j == 0 ? "  " : " ", of->cell[i][j]);
        }
        printf("\n");
    }
}

int main(void) {
    uint32_t total = 0;
    for (int size = 2; size <= SIZE; size++) {
        matrix a = numbered(size, size, size * 101);
        if (size == 4) {
            for (int j = 0; j < size; j++) {
                a.cell[3][j] = reduce((int64_t)a.cell[0][j] * 2 + a.cell[1][j]);
            }
        }
        if (size == 5) {
            a.cell[0][0] = 0;
        }
        matrix inverse = identity(size);
        int rank = 0;
        int determinant = eliminate(a, &inverse, &rank);
        matrix product = zero(size, size);
        multiply(&product, &a, &inverse);
        uint32_t seen = spiral(&product);
        printf("size %d determinant %d rank %d spiral %08x\n", size, determinant, rank, (unsigned)seen);
        total = total * 17u + seen + (uint32_t)determinant;
    }
    results[0] = numbered(3, 5, 7);
    transpose(&results[1], &results[0]);
    multiply(&results[2], &results[0], &results[1]);
    raise(&results[3], &results[2], 1000u);
    show("product", &results[2]);
    show("power", &results[3]);
    for (int i = 0; i < 4; i++) {
        total = total * 19u + spiral(&results[i]);
    }
    printf("exchanges %d singular %d multiplications %ld\n", exchanges, singular, multiplications);
    printf("checksum %08x\n", (unsigned)total);
    return 0;
}
