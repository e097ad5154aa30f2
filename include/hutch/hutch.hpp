// SPDX-License-Identifier: MIT
// hutch.hpp - pools of C++ objects: constructors, destructors, handles, range-for. C++11 and later; no library.
//
//   using rabbits = hutch::pool<rabbit, 64>;
//   rabbit *r = rabbits::create(1, 2);        constructs; NULL when all 64 are live
//   rabbits::destroy(r);                      destructs; false after a fault, which hutch_release reports
//   rabbits::handle h = rabbits::make(1, 2);  destroys its object at the end of its scope
//   for (rabbit &it : rabbits()) { }          visits live objects, with the promises of HUTCH_FOREACH
//
// The type is the pool: its storage is static, so there is no object to construct, and the pool is ready before main.
// Two pools of the same type and capacity differ by a tag: hutch::pool<rabbit, 64, struct white>. A fourth
// argument is the lock. In reports a pool has the name of its tag, or else of its type: the first 31 characters,
// with _ for spaces. hutch::tracked_pool has weak refs besides. For trivial types the code is that of
// HUTCH_POOL; at -Os gcc makes functions of it that all callers share. HUTCH_CFG_SECTION and
// HUTCH_CFG_REGISTER do not reach these pools: name them in HUTCH_POOL_LIST.
#ifndef HUTCH_HPP
#define HUTCH_HPP

#include "hutch.h"

#if !HUTCH_GNU || __cplusplus < 201103L
#    error "hutch.hpp needs g++ or clang++, and C++11"
#endif

namespace hutch
{

// So that <new> and <type_traits> are not needed, which an AVR does not have.
struct place {
    void *at;
};
} // namespace hutch
inline void *operator new(size_t, hutch::place where) noexcept
{
    return where.at;
}
inline void operator delete(void *, hutch::place) noexcept
{
}
namespace hutch
{

#if defined(__clang__)
#    define HUTCH_DIES_SILENTLY_(type) __is_trivially_destructible(type)
#else
#    define HUTCH_DIES_SILENTLY_(type) __has_trivial_destructor(type)
#endif

// In debug builds the caller that is noted is the user's function.
#if HUTCH_CFG_FOLD
#    define HUTCH_MEMBER_ static
#else
#    define HUTCH_MEMBER_ __attribute__((always_inline)) static
#endif

// ---------------------------------------------------------------------------------------------------- names
// The compiler cuts a pool's name out of what it calls signature(): "... [T = rabbit]" or "... [with T = rabbit]".

namespace naming
{
template <class T> constexpr const char *signature()
{
    return __PRETTY_FUNCTION__;
}

#if !defined(__clang__) && __GNUC__ < 9
// An old gcc cannot read these characters, only point to them: the bracket remains at the end.
template <class T> struct name {
    static constexpr const char *text =
        signature<T>() + sizeof "constexpr const char* hutch::naming::signature() [with T = " - 1;
};
#else
constexpr const char *after_equals(const char *text)
{
    return *text == '=' ? text + 2 : after_equals(text + 1);
}
template <class T> constexpr char letter(unsigned i)
{
    return after_equals(signature<T>())[i] == ' ' ? '_' : after_equals(signature<T>())[i];
}
// The last character is the bracket.
template <class T> constexpr unsigned length(unsigned i = 0)
{
    return i == 31 || letter<T>(i + 1) == '\0' ? i : length<T>(i + 1);
}

// up_to<3>::type is numbers<0, 1, 2>.
template <unsigned... I> struct numbers {
};
template <unsigned N, unsigned... I> struct up_to : up_to<N - 1, N - 1, I...> {
};
template <unsigned... I> struct up_to<0, I...> {
    typedef numbers<I...> type;
};

template <class T, class Numbers = typename up_to<length<T>()>::type> struct name;
template <class T, unsigned... I> struct name<T, numbers<I...>> {
    static const char text[sizeof...(I) + 1];
};
template <class T, unsigned... I>
const char name<T, numbers<I...>>::text[sizeof...(I) + 1] = {letter<T>(I)..., '\0'};
#endif

// Of a pool: its tag's, or without one its type's.
template <class T, class Tag> struct pool_name : name<Tag> {
};
template <class T> struct pool_name<T, void> : name<T> {
};
} // namespace naming

// ------------------------------------------------------------------------------------------------- storage
// What HUTCH_POOL lays out, as static members: the macros of storage.h with a linkage of their own. `of_` stands
// where they put a pool's name. Only what is used is instantiated.

#define HUTCH_RAM_member_(type, symbol, count) static type symbol[count];
#define HUTCH_DEBUG_RAM_member_(type, symbol, count) static type symbol[count];
#define HUTCH_RAM_plain_outside_(type, symbol, count) \
    template <class T, unsigned N, class Tag, int Lock> type plain_storage<T, N, Tag, Lock>::symbol[count];
#define HUTCH_DEBUG_RAM_plain_outside_(type, symbol, count) HUTCH_RAM_plain_outside_(type, symbol, count)
#define HUTCH_RAM_tracked_outside_(type, symbol, count) \
    template <class T, unsigned N, class Tag, int Lock> type tracked_storage<T, N, Tag, Lock>::symbol[count];
#define HUTCH_DEBUG_RAM_tracked_outside_(type, symbol, count) HUTCH_RAM_tracked_outside_(type, symbol, count)

#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_SLOT_(T)                               \
        struct slot {                                    \
            alignas(T) unsigned char object_[sizeof(T)]; \
            unsigned char guard_[HUTCH_CFG_GUARD_BYTES]; \
        } HUTCH_SLOT_ALIGNED_;
#    define HUTCH_SLOTS_BEFORE_ 1
#else
#    define HUTCH_SLOT_(T)                               \
        struct slot {                                    \
            alignas(T) unsigned char object_[sizeof(T)]; \
        };
#    define HUTCH_SLOTS_BEFORE_ 0
#endif

#define HUTCH_STORAGE_(kind)                                                                               \
    template <class T, unsigned N, class Tag, int Lock> struct kind##storage {                             \
        static_assert(N >= 1 && N <= HUTCH_CAPACITY_MAX, "the capacity must be 1 to HUTCH_CAPACITY_MAX");  \
        typedef T type;                                                                                    \
        enum { of_count_ = N };                                                                            \
        HUTCH_CHECK_REFS_##kind(of) HUTCH_SLOT_(T) static slot of_slots_[of_count_ + HUTCH_SLOTS_BEFORE_]; \
        HUTCH_POOL_RAM_(member_, kind, of)                                                                 \
        static const hutch_options of_options_;                                                            \
        static const hutch_identity of_identity_;                                                          \
        static const hutch_pool of_pool;                                                                   \
    };                                                                                                     \
    template <class T, unsigned N, class Tag, int Lock>                                                    \
    typename kind##storage<T, N, Tag, Lock>::slot                                                          \
        kind##storage<T, N, Tag, Lock>::of_slots_[of_count_ + HUTCH_SLOTS_BEFORE_];                        \
    HUTCH_POOL_RAM_(kind##outside_, kind, of)                                                              \
    template <class T, unsigned N, class Tag, int Lock>                                                    \
    const hutch_options kind##storage<T, N, Tag, Lock>::of_options_ = {                                    \
        HUTCH_OPTIONS_OF_(of_count_, HUTCH_OPTIONS(static_cast<uint8_t>(Lock), NULL, NULL))};              \
    template <class T, unsigned N, class Tag, int Lock>                                                    \
    const hutch_identity kind##storage<T, N, Tag, Lock>::of_identity_ = {                                  \
        naming::pool_name<T, Tag>::text, of_slots_[HUTCH_SLOTS_BEFORE_].object_, sizeof(slot) * of_count_, \
        sizeof(slot)};                                                                                     \
    template <class T, unsigned N, class Tag, int Lock>                                                    \
    const hutch_pool kind##storage<T, N, Tag, Lock>::of_pool =                                             \
        HUTCH_DESCRIPTOR_(kind, of, of_slots_[HUTCH_SLOTS_BEFORE_].object_, sizeof(T), sizeof(slot));
HUTCH_STORAGE_(plain_)
HUTCH_STORAGE_(tracked_)

// ---------------------------------------------------------------------------------- constructing, destructing

// A trivial type is set by braces, or left as it is when there are no arguments: as in C, no byte is touched.
template <bool IsTrivial> struct maker {
    template <class T, class... Args> static void make(void *at, Args &&...args)
    {
        ::new (place{at}) T(static_cast<Args &&>(args)...);
    }
};
template <> struct maker<true> {
    template <class T, class First, class... Args> static void make(void *at, First &&first, Args &&...args)
    {
        ::new (place{at}) T{static_cast<First &&>(first), static_cast<Args &&>(args)...};
    }
    template <class T> static void make(void *)
    {
    }
};

// --------------------------------------------------------------------------------------------------- the pool

template <class Storage> struct basic_pool : Storage {
    typedef typename Storage::type type;

    /// Acquires a slot and constructs an object in it. An exception of the constructor gives the slot back.
    /// @return the object; nullptr when all slots are live (then `refused` counts up)
    template <class... Args> HUTCH_MEMBER_ type *create(Args &&...args)
    {
        void *const at = HUTCH_STAY_(HUTCH_DO_(acquire)(&Storage::of_pool));
        if (at != nullptr) {
            giving_back guard{at};
            maker<__is_trivial(type)>::template make<type>(at, static_cast<Args &&>(args)...);
            guard.at = nullptr;
        }
        return static_cast<type *>(at);
    }

    /// Destructs an object and releases its slot.
    /// @return true; false after a fault, as hutch_release: then nothing was destructed
    HUTCH_MEMBER_ bool destroy(const type *object)
    {
        if (!HUTCH_DIES_SILENTLY_(type) && HUTCH_DO_(is_live)(&Storage::of_pool, object)) {
            object->~type();
        }
        return HUTCH_STAY_(HUTCH_DO_(release)(&Storage::of_pool, object));
    }

    /// Destroys every live object, by rising slot number.
    static void clear()
    {
        iterator it = begin();
        for (const iterator last = end(); it != last; ++it) {
            destroy(it.address());
        }
    }

    HUTCH_MEMBER_ bool is_live(const type *object)
    {
        return HUTCH_DO_(is_live)(&Storage::of_pool, object);
    }
    HUTCH_MEMBER_ unsigned index(const type *object)
    {
        return HUTCH_DO_(index)(&Storage::of_pool, object);
    }
    HUTCH_MEMBER_ type *at(unsigned index)
    {
        return static_cast<type *>(HUTCH_DO_(at)(&Storage::of_pool, index));
    }
    HUTCH_MEMBER_ unsigned live()
    {
        return HUTCH_DO_(live)(&Storage::of_pool);
    }
    HUTCH_MEMBER_ unsigned available()
    {
        return HUTCH_DO_(available)(&Storage::of_pool);
    }
    static constexpr unsigned capacity()
    {
        return Storage::of_count_;
    }
    /// For the functions of generic.h, and HUTCH_POOL_LIST.
    static constexpr const hutch_pool *descriptor()
    {
        return &Storage::of_pool;
    }

    /// Owns an object, and destroys it at the end of its scope.
    class handle
    {
      public:
        handle() noexcept : object_(nullptr)
        {
        }
        explicit handle(type *object) noexcept : object_(object)
        {
        }
        handle(handle &&other) noexcept : object_(other.release())
        {
        }
        handle &operator=(handle &&other) noexcept
        {
            reset(other.release());
            return *this;
        }
        ~handle()
        {
            reset();
        }
        /// Gives the object up without destroying it.
        type *release() noexcept
        {
            type *const object = object_;
            object_ = nullptr;
            return object;
        }
        void reset(type *object = nullptr) noexcept
        {
            type *const before = object_;
            object_ = object;
            if (before != nullptr && before != object) {
                destroy(before);
            }
        }
        type *get() const noexcept
        {
            return object_;
        }
        type *operator->() const noexcept
        {
            return object_;
        }
        type &operator*() const noexcept
        {
            return *object_;
        }
        explicit operator bool() const noexcept
        {
            return object_ != nullptr;
        }

      private:
        type *object_;
    };

    /// As create, with a handle that owns the object; it is empty when all slots are live.
    template <class... Args> HUTCH_MEMBER_ handle make(Args &&...args)
    {
        return handle(create(static_cast<Args &&>(args)...));
    }

    /// For range-for only: `!=` moves to the next live object, so it must be called once a step.
    class iterator
    {
      public:
        explicit iterator(bool is_end)
        {
            if (!is_end) {
                HUTCH_DO_(walk_start)(&Storage::of_pool, &walk_);
            }
        }
        bool operator!=(const iterator &)
        {
            return HUTCH_DO_(walk_find)(&Storage::of_pool, &walk_);
        }
        iterator &operator++()
        {
            HUTCH_DO_(walk_step)(&Storage::of_pool, &walk_);
            return *this;
        }
        type &operator*() const
        {
            return *address();
        }

      private:
        friend struct basic_pool;
        // Of the object: its type may have an operator&.
        type *address() const
        {
            return static_cast<type *>(static_cast<void *>(walk_.at));
        }
        hutch_walk walk_;
    };
    static iterator begin()
    {
        return iterator(false);
    }
    static iterator end()
    {
        return iterator(true);
    }

  private:
    struct giving_back {
        void *at;
        ~giving_back()
        {
            if (at != nullptr) {
                HUTCH_DO_(release)(&Storage::of_pool, at);
            }
        }
    };
};

/// A pool of objects of one type.
template <class T, unsigned Capacity, class Tag = void, int Lock = HUTCH_LOCK_NONE>
struct pool : basic_pool<plain_storage<T, Capacity, Tag, Lock>> {
};

/// The same with weak refs.
template <class T, unsigned Capacity, class Tag = void, int Lock = HUTCH_LOCK_NONE>
struct tracked_pool : basic_pool<tracked_storage<T, Capacity, Tag, Lock>> {
    typedef tracked_storage<T, Capacity, Tag, Lock> storage;

    /// A weak ref, of this pool only. One that is not set is no object's.
    struct weak {
        hutch_ref_t value;
        friend bool operator==(weak one, weak other)
        {
            return one.value == other.value;
        }
        friend bool operator!=(weak one, weak other)
        {
            return one.value != other.value;
        }
    };

    /// The ref of a live object; value 0 after a fault.
    HUTCH_MEMBER_ weak ref(const T *object)
    {
        return weak{HUTCH_STAY_(HUTCH_DO_(ref)(&storage::of_pool, object))};
    }
    /// The object of a ref; nullptr once it has been destroyed.
    HUTCH_MEMBER_ T *deref(weak ref)
    {
        return static_cast<T *>(HUTCH_STAY_(HUTCH_DO_(deref)(&storage::of_pool, ref.value)));
    }
};

} // namespace hutch

#endif
