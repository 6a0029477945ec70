// A stack machine runs byte code that a small assembler has made of a table of instructions.
#include <stdint.h>
#include <stdio.h>

enum opcode {
    HALT,
    PUSH,
    ADD,
    SUBTRACT,
    MULTIPLY,
    REMAINDER,
    LESS,
    EQUAL,
    LOAD,
    STORE,
    JUMP,
    JUMP_IF_ZERO,
    CALL,
    RETURN,
    DUPLICATE,
    DROP,
    PRINT,
    OPCODES
};

enum { STACK = 64, MEMORY = 64, CODE = 256, BUDGET = 60000 };

struct machine {
    uint8_t code[CODE];
    int32_t stack[STACK];
    int32_t memory[MEMORY];
    int16_t returns[16];
    int top;
    int calls;
    int at;
    int steps;
    const char *fault;
};

static struct machine machine;
static unsigned executed[OPCODES];
static int emitted;
static uint32_t printed_sum;

static void emit(enum opcode opcode) {
    machine.code[emitted] = (uint8_t)opcode;
    emitted++;
}

static int emit_with(enum opcode opcode, int operand) {
    emit(opcode);
    machine.code[emitted] = (uint8_t)(operand & 255);
    emitted++;
    return emitted - 1;
}

static void patch(int place) {
    machine.code[place] = (uint8_t)emitted;
}

static void fail(const char *why) {
    if (machine.fault == NULL) {
        machine.fault = why;
    }
}

static void push(int32_t value) {
    if (machine.top >= STACK) {
        fail("stack overflow");
        return;
    }
    machine.stack[machine.top] = value;
    machine.top++;
}

static int32_t pop(void) {
    if (machine.top == 0) {
        fail("stack underflow");
        return 0;
    }
    machine.top--;
    return machine.stack[machine.top];
}

static int32_t wrap(int64_t value) {
    int64_t kept = value % 1000003;
    return (int32_t)kept;
}

static int operand(void) {
    int value = machine.code[machine.at];
    machine.at++;
    return value;
}

static void binary(enum opcode opcode) {
    int64_t right = pop();
    int64_t left = pop();
    switch (opcode) {
    case ADD:
        push(wrap(left + right));
        break;
    case SUBTRACT:
        push(wrap(left - right));
        break;
    case MULTIPLY:
        push(wrap(left * right));
        break;
    case REMAINDER:
        if (right == 0) {
            fail("division by zero");
            break;
        }
        push((int32_t)(left % right));
        break;
    case LESS:
        push(left < right);
        break;
    case EQUAL:
        push(left == right);
        break;
    default:
        fail("not binary");
        break;
    }
}

static int step(void) {
    enum opcode opcode = (enum opcode)machine.code[machine.at];
    machine.at++;
    machine.steps++;
    if (opcode >= OPCODES) {
        fail("bad opcode");
        return 0;
    }
    executed[opcode]++;
    switch (opcode) {
    case HALT:
        return 0;
    case PUSH: {
        int value = operand();
        push(value >= 128 ? value - 256 : value);
        break;
    }
    case LOAD: {
        int cell = operand();
        push(machine.memory[cell % MEMORY]);
        break;
    }
    case STORE: {
        int cell = operand();
        machine.memory[cell % MEMORY] = pop();
        break;
    }
    case JUMP:
        machine.at = machine.code[machine.at];
        break;
    case JUMP_IF_ZERO: {
        int target = operand();
        if (pop() == 0) {
            machine.at = target;
        }
        break;
    }
    case CALL: {
        int target = operand();
        if (machine.calls >= 16) {
            fail("calls too deep");
            break;
        }
        machine.returns[machine.calls] = (int16_t)machine.at;
        machine.calls++;
        machine.at = target;
        break;
    }
    case RETURN:
        if (machine.calls == 0) {
            fail("nothing to return to");
            break;
        }
        machine.calls--;
        machine.at = machine.returns[machine.calls];
        break;
    case DUPLICATE: {
        int32_t value = pop();
        push(value);
        push(value);
        break;
    }
    case DROP:
        (void)pop();
        break;
    case PRINT: {
        int32_t value = pop();
        printed_sum = printed_sum * 131u + (uint32_t)value;
        printf("out %d\n", (int)value);
        break;
    }
    default:
        binary(opcode);
        break;
    }
    return machine.fault == NULL && machine.steps < BUDGET;
}

// memory[0] counts n from 1 to 24; memory[1] is the longest chain of the halving game so far, memory[2] its start.
static void assemble(void) {
    int over = emit_with(JUMP, 0);
    int chain = emitted; // a routine: length of the chain that starts with the top of the stack
    emit_with(STORE, 3);
    emit_with(PUSH, 0);
    emit_with(STORE, 4);
    int again = emitted;
    emit_with(LOAD, 3);
    emit_with(PUSH, 1);
    emit(EQUAL);
    int more = emit_with(JUMP_IF_ZERO, 0);
    emit_with(LOAD, 4);
    emit(RETURN);
    patch(more);
    emit_with(LOAD, 4);
    emit_with(PUSH, 1);
    emit(ADD);
    emit_with(STORE, 4);
    emit_with(LOAD, 3);
    emit(DUPLICATE);
    emit_with(PUSH, 2);
    emit(REMAINDER);
    int even = emit_with(JUMP_IF_ZERO, 0);
    emit_with(PUSH, 3);
    emit(MULTIPLY);
    emit_with(PUSH, 1);
    emit(ADD);
    emit_with(STORE, 3);
    emit_with(JUMP, again);
    patch(even);
    emit_with(STORE, 5); // half of it, counted up by twos
    emit_with(PUSH, 0);
    emit_with(STORE, 3);
    int halve = emitted;
    emit_with(LOAD, 5);
    int halved = emit_with(JUMP_IF_ZERO, 0);
    emit_with(LOAD, 5);
    emit_with(PUSH, -2);
    emit(ADD);
    emit_with(STORE, 5);
    emit_with(LOAD, 3);
    emit_with(PUSH, 1);
    emit(ADD);
    emit_with(STORE, 3);
    emit_with(JUMP, halve);
    patch(halved);
    emit_with(JUMP, again);
    patch(over);
    emit_with(PUSH, 1);
    emit_with(STORE, 0);
    int loop = emitted;
    emit_with(LOAD, 0);
    emit_with(CALL, chain);
    emit(DUPLICATE);
    emit_with(LOAD, 1);
    emit(SUBTRACT);
    emit_with(PUSH, 1);
    emit(LESS);
    int longer = emit_with(JUMP_IF_ZERO, 0);
    emit(DROP);
    int next = emit_with(JUMP, 0);
    patch(longer);
    emit(DUPLICATE);
    emit(PRINT);
    emit_with(STORE, 1);
    emit_with(LOAD, 0);
    emit_with(STORE, 2);
    patch(next);
    emit_with(LOAD, 0);
    emit_with(PUSH, 1);
    emit(ADD);
    emit(DUPLICATE);
    emit_with(STORE, 0);
    emit_with(PUSH, 25);
    emit(LESS);
    int done = emit_with(JUMP_IF_ZERO, 0);
    emit_with(JUMP, loop);
    patch(done);
    emit_with(LOAD, 2);
    emit(PRINT);
    emit(HALT);
}

int main(void) {
    static const char *const names[OPCODES] = {"halt",  "push", "add",  "subtract", "multiply", "remainder",
                                               "less",  "equal", "load", "store",   "jump",     "jump-if-zero",
                                               "call",  "return", "duplicate", "drop", "print"};
    assemble();
    printf("%d bytes of code\n", emitted);
    while (step()) {
        if (machine.top > 32) {
            printf("the stack is getting full\n");
        }
    }
    uint32_t sum = printed_sum;
    for (int i = 0; i < OPCODES; i++) {
        printf("%-12s %u\n", names[i], executed[i]);
        sum = sum * 31u + executed[i];
    }
    for (int i = 0; i < 6; i++) {
        sum = sum * 31u + (uint32_t)machine.memory[i];
    }
    printf("steps %d, left on the stack %d, fault %s\n", machine.steps, machine.top,
           machine.fault != NULL ? machine.fault : "none");
    printf("checksum %08x\n", (unsigned)sum);
    return machine.fault != NULL;
}
