// A make-believe machine with volatile registers: a timer, a serial port with a queue, a sensor and a watchdog.
#include <stdint.h>
#include <stdio.h>

enum { QUEUE = 8, TICKS = 200 };

enum flag { READY = 1, FULL = 2, ALARM = 4, PARITY = 8 };

struct device {
    volatile uint32_t control;
    volatile uint32_t status;
    volatile uint16_t data;
    volatile int8_t level;
};

static struct device port;
static struct device sensor;
static volatile uint32_t clock_low;
static volatile uint32_t clock_high;
static volatile int watchdog = 12;
static volatile const int scale = 3;
static volatile unsigned char queue[QUEUE];
static int head;
static int tail;
static int resets;
static int dropped;
static int sent;
static uint32_t checksum = 11;

static void fold(uint32_t value) {
    uint32_t mixed = checksum ^ value;
    mixed = mixed << 7 | mixed >> 25;
    checksum = mixed * 5u + 0xe6546b64u;
}

static void tick(void) {
    uint32_t before = clock_low;
    clock_low = before + 0x10000001u;
    if (clock_low < before) {
        clock_high = clock_high + 1u;
    }
    if (watchdog > 0) {
        int left = watchdog;
        watchdog = left - 1;
    } else {
        resets++;
        port.status = 0;
        watchdog = 12;
    }
}

static int queue_length(void) {
    int length = tail - head;
    if (length < 0) {
        length += QUEUE;
    }
    return length;
}

static int enqueue(unsigned char byte) {
    int next = (tail + 1) % QUEUE;
    if (next == head) {
        uint32_t status = port.status;
        port.status = status | FULL;
        dropped++;
        return 0;
    }
    queue[tail] = byte;
    tail = next;
    return 1;
}

static int dequeue(void) {
    if (head == tail) {
        return -1;
    }
    int byte = queue[head];
    head = (head + 1) % QUEUE;
    uint32_t status = port.status;
    port.status = status & ~(uint32_t)FULL;
    return byte;
}

static void transmit(void) {
    if (!(port.control & READY)) {
        return;
    }
    int byte = dequeue();
    if (byte < 0) {
        return;
    }
    unsigned odd = 0;
    for (int rest = byte; rest != 0; rest >>= 1) {
        odd ^= (unsigned)rest & 1u;
    }
    port.data = (uint16_t)(byte << 1);
    if (odd) {
        uint16_t data = port.data;
        port.data = data | 1u;
        uint32_t status = port.status;
        port.status = status | PARITY;
    } else {
        uint32_t status = port.status;
        port.status = status & ~(uint32_t)PARITY;
    }
    sent++;
    fold(port.data);
}

static void sample(int time) {
    int wave = time % 40;
    if (wave > 20) {
        wave = 40 - wave;
    }
    int factor = scale;
    sensor.level = (int8_t)(wave * factor - 30);
    int level = sensor.level;
    uint32_t status = sensor.status;
    if (level > 25 || level < -28) {
        sensor.status = status | ALARM;
    } else if (level > 0) {
        sensor.status = status & ~(uint32_t)ALARM;
    }
}

static int wait_for(volatile uint32_t *place, uint32_t bit, int patience) {
    int waited = 0;
    while (!(*place & bit)) {
        waited++;
        if (waited > patience) {
            return -1;
        }
        if (waited == 3 && place == &port.control) {
            uint32_t control = *place;
            *place = control | READY;
        }
        tick();
    }
    return waited;
}

static void feed_watchdog(int time) {
    if (time % 64 < 40) {
        watchdog = 12;
    }
}

static void show(int time) {
    uint32_t low = clock_low;
    uint32_t high = clock_high;
    int level = sensor.level;
    uint32_t port_status = port.status;
    uint32_t sensor_status = sensor.status;
    printf("time %3d clock %x:%08x level %3d status %x %x queue %d\n", time, (unsigned)high, (unsigned)low, level,
           (unsigned)port_status, (unsigned)sensor_status, queue_length());
}

int main(void) {
    volatile int alarms = 0;
    int waited = wait_for(&port.control, READY, 10);
    int never = wait_for(&sensor.control, READY, 5);
    printf("waited %d and %d\n", waited, never);
    for (int time = 0; time < TICKS; time++) {
        tick();
        sample(time);
        if (sensor.status & ALARM) {
            int seen = alarms;
            alarms = seen + 1;
            if (!enqueue((unsigned char)(sensor.level & 0xff))) {
                fold(0xffu);
            }
        } else if (time % 7 == 0) {
            (void)enqueue((unsigned char)time);
        }
        if (time % 2 == 0) {
            transmit();
        }
        feed_watchdog(time);
        if (time % 20 == 19) {
            show(time);
        }
    }
    int left = 0;
    while (dequeue() >= 0) {
        left++;
    }
    int total = alarms;
    if (resets > 50) {
        printf("the machine never came up\n");
        return 4;
    }
    fold((uint32_t)total);
    uint32_t low = clock_low;
    uint32_t high = clock_high;
    fold(low ^ high);
    printf("alarms %d sent %d dropped %d left %d resets %d\n", total, sent, dropped, left, resets);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
