// SPDX-License-Identifier: MIT
// board.c - PicoSystem: the game on core 0 draws as on a Game Boy Advance; core 1 shows it.
//
//     core 0                                            core 1
//     game, console_memory  -- copy -->  a picture  -- queue -->  lines, display, release
//
// A picture is a slot of a pool that both cores use. While core 1 has it the next frame finds none, and is
// not shown: the game goes on at 60 frames a second.
#include "lcd.h"
#include "board.h"
#include "gba/registers.h"
#include "gba/screen.h"
#include "gba/sound.h"
#include "hutch/queue.h"
#include "lockstep/lockstep.h"
#include "lockstep/uart.h"
#include "web/console.h"

enum {
    SOUND = 11, // a pin
    PWM_ON = 1,
    PWM_DIVIDER = 0x04,
    PWM_LEVEL = 0x0C, // of pin 11 in the upper half
    PWM_TOP = 0x10,
    SOUND_DIVIDER = 64,

    TOP = (LCD_SIDE - CONSOLE_HEIGHT) / 2,
    STACK_WORDS = 512,
};

struct picture {
    uint32_t words[CONSOLE_BYTES / 4];
};
HUTCH_POOL_QUEUED(pictures, struct picture, 1, .lock = HUTCH_LOCK_CORES);
HUTCH_QUEUE(to_screen, pictures);

__attribute__((aligned(4))) uint8_t console_memory[CONSOLE_BYTES];
extern const uint32_t vectors_start[];

static uint32_t stack_1[STACK_WORDS];
static uint8_t held;
static volatile uint32_t frames_begun;
static uint32_t frames_waited_for;

// ------------------------------------------------------------------------------------ core 1

static unsigned five_six_five(unsigned colour, unsigned darker)
{
    const unsigned light = 16 - darker, red = (colour & 31) * light / 16;
    const unsigned green = (colour >> 5 & 31) * light / 8, blue = (colour >> 10 & 31) * light / 16;

    return red << 11 | green << 5 | blue;
}

CONSOLE_FAST static void show(const struct picture *picture)
{
    static uint16_t colours[2 * CONSOLE_DARKER];
    static uint16_t line[CONSOLE_WIDTH];
    const uint8_t *const memory = (const uint8_t *)picture->words;
    const uint8_t *const palette = memory + CONSOLE_PALETTE;

    for (unsigned i = 0; i < CONSOLE_DARKER; i++) {
        const unsigned colour = palette[2 * i] | (unsigned)palette[2 * i + 1] << 8;
        colours[i] = (uint16_t)five_six_five(colour, 0);
        colours[CONSOLE_DARKER + i] = (uint16_t)five_six_five(colour, memory[CONSOLE_BLEND_DARKER]);
    }
    lcd_begin(TOP, TOP + CONSOLE_HEIGHT - 1);
    for (unsigned y = 0; y < CONSOLE_HEIGHT; y++) {
        console_line(memory, y, line);
        for (unsigned x = 0; x < CONSOLE_WIDTH; x++) {
            lcd_put(colours[line[x]]);
        }
    }
}

static void run_screen(void)
{
    lcd_init();
    for (;;) {
        struct picture *const picture = to_screen_take();
        if (picture == NULL) {
            __asm__ volatile("wfe" : : : "memory");
        } else {
            show(picture);
            (void)pictures_release(picture);
        }
    }
}

// ------------------------------------------------------------------------------------ core 0

void SysTick_Handler(void);

void SysTick_Handler(void)
{
    frames_begun++;
}

static void clock_wait(void)
{
    while (frames_begun == frames_waited_for) {
        cortexm_wait_for_interrupt();
    }
    frames_waited_for = frames_begun;
}

static unsigned keys_read(void)
{
    static const struct {
        uint8_t pin;
        uint16_t key;
    } map[] = {{22, KEY_LEFT}, {21, KEY_RIGHT}, {23, KEY_UP},    {20, KEY_SELECT},
               {18, KEY_A},    {19, KEY_B},     {17, KEY_START}, {16, KEY_SELECT}};
    const uint32_t released = SIO_PINS;
    unsigned keys = 0;

    for (unsigned i = 0; i < sizeof map / sizeof map[0]; i++) {
        keys |= (released >> map[i].pin & 1) == 0 ? map[i].key : 0u;
    }
    return keys;
}

static bool wait_for_frame(void)
{
    bool goes_on;
    unsigned keys;

    do {
        goes_on = lockstep_frame_ended();
        if (!lockstep_is_on()) {
            clock_wait();
        }
        keys = keys_read();
    } while (goes_on && screen_is_paused(keys));
    held = screen_buttons(keys);
    screen_begin();
    return goes_on;
}

// One buzzer: the first voice that sounds has it.
static void sound(void)
{
    unsigned hertz = 0;

    console_sound();
    for (unsigned voice = 0; voice < BOARD_VOICES && hertz == 0; voice++) {
        hertz = web_hertz(voice);
    }
    const unsigned top = hertz == 0 ? 0 : CPU_HERTZ / SOUND_DIVIDER / hertz;
    PWM5(PWM_TOP) = top;
    PWM5(PWM_LEVEL) = top / 2 << 16;
}

void board_init(void)
{
    rp2040_init();
    for (unsigned pin = 16; pin < 24; pin++) {
        rp2040_pin(pin, PIN_SIO, PAD_PULL_UP);
    }
    PWM5(PWM_DIVIDER) = SOUND_DIVIDER << 4;
    PWM5(0) = PWM_ON;
    rp2040_pin(SOUND, PIN_PWM, PAD_PLAIN);
    rp2040_start_core_1(vectors_start, stack_1 + STACK_WORDS, run_screen);
    SYSTICK_LOAD = CPU_HERTZ / BOARD_FRAMES_PER_SECOND - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    sound_init();
    screen_init();
    screen_on();
    (void)wait_for_frame(); // the two that lockstep.h speaks of
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    struct picture *const picture = pictures_acquire();

    screen_end();
    screen_show();
    sound();
    if (picture != NULL) {
        for (unsigned i = 0; i < CONSOLE_BYTES / 4; i++) {
            picture->words[i] = ((const uint32_t *)(uintptr_t)console_memory)[i];
        }
        (void)to_screen_put(picture);
        __asm__ volatile("sev" : : : "memory");
    }
    return wait_for_frame();
}
