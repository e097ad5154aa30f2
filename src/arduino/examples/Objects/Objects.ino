// SPDX-License-Identifier: MIT
// Objects.ino - a pool of C++ objects: constructed, visited and destructed, without new and delete.
#include <hutch.hpp>

class Foe
{
  public:
    explicit Foe(int where) : x(where), strength(3)
    {
        count++;
    }
    ~Foe()
    {
        count--;
    }
    bool hit() // true: it dies of it
    {
        return --strength == 0;
    }
    int x;
    static int count;

  private:
    signed char strength;
};
int Foe::count = 0;

using foes = hutch::tracked_pool<Foe, 6>; // its storage is static: there is no object to define
foes::weak aim;                           // knows when its foe is gone

void setup()
{
    Serial.begin(115200);
}

void loop()
{
    static int wave;
    wave += 10;
    Foe *fresh = foes::create(wave); // NULL: all six are live
    if (fresh != NULL && !foes::deref(aim)) {
        aim = foes::ref(fresh);
    }
    for (Foe &foe : foes()) {
        if (foe.hit()) {
            foes::destroy(&foe); // destroying inside the loop is fine
        }
    }
    Foe *target = foes::deref(aim); // NULL once it is gone
    Serial.print(Foe::count);
    Serial.print(F(" foes, aim at "));
    Serial.println(target != NULL ? target->x : 0);
    delay(50);
}
