// SPDX-License-Identifier: MIT
// hutch.hpp - pools of C++ objects: constructors, destructors, handles, range-for. C++11 and later; no library.
//
//   using rabbits = hutch::pool<rabbit, 64>;
//   rabbit *r = rabbits::create(1, 2);        constructs; NULL when all 64 are live
//   rabbits::destroy(r);                      destructs; false after a fault, which hutch_release reports
//   rabbits::handle h = rabbits::make(1, 2);  destroys its object at the end of its scope
//   for (rabbit &it : rabbits()) { }          visits live objects, with the promises of HUTCH_FOREACH
//   std::any_of(rabbits::begin(), rabbits::end(), is_hungry)     begin and end are forward iterators
//
// The type is the pool: its storage is static, so there is no object to construct, and the pool is ready before main.
// Two pools of the same type and capacity differ by a tag: hutch::pool<rabbit, 64, struct white>. A fourth
// argument is the lock. In reports a pool has the name of its tag, or else of its type: the first 31 characters,
// with _ for spaces. hutch::tracked_pool has weak refs besides; an object may hold one to its own kind. HUTCH_CFG_SECTION
// and HUTCH_CFG_REGISTER do not reach these pools: name them in HUTCH_POOL_LIST.
//
// For trivial types code and RAM are those of HUTCH_POOL; at -Os gcc makes functions of it that all callers share. So are
// those of a class with constructors but without a destructor, in a pool without a lock. create sets such an object when
// it is live already, as in C: see step 5 of hutch.h if an interrupt walks the pool. Other pools have those of
// HUTCH_POOL_SPAWNED: while its constructor or destructor runs, an object is neither live nor visited,
// in any context, so it has no ref then; the destructor is the despawn hook, which a scene and hutch_clear run, too.
// Pools have no destructor: an object that nobody destroys is not destructed at exit.
//
// HUTCH_SIZES_RESOURCE(json), at the end of this file: memory of several sizes (sizes.h) for containers of std::pmr.
#ifndef HUTCH_HPP
#define HUTCH_HPP

#include "hutch.h" // IWYU pragma: export
#include "spawn.h"

// The standard library's algorithms take an iterator by its tag. An AVR has no <iterator>.
#if __STDC_HOSTED__ && defined(__has_include)
#    if __has_include(<iterator>)
#        include <iterator>
#        define HUTCH_ITERATOR_TAG_ typedef std::forward_iterator_tag iterator_category;
#    endif
#endif
#ifndef HUTCH_ITERATOR_TAG_
#    define HUTCH_ITERATOR_TAG_
#endif

#if !HUTCH_GNU || __cplusplus < 201103L
#    error "hutch.hpp needs g++ or clang++, and C++11"
#endif

// A macro of the platform that has the name of a function here, such as end(x), is put away until the end of this file.
#define HUTCH_NAMES_(x)                                                                                      \
    x("address") x("after_equals") x("at") x("available") x("begin") x("capacity") x("clear")                \
        x("containing") x("convert") x("create") x("debug_ref") x("deref") x("descriptor") x("destroy")      \
            x("end") x("get") x("giving_back") x("handle") x("hooks") x("index") x("is_current")             \
                x("is_live") x("iterator") x("length") x("letter") x("live") x("make") x("ref") x("release") \
                    x("release_if") x("reset") x("should_go") x("signature") x("value")
#define HUTCH_PRAGMA_(text) _Pragma(#text)
#define HUTCH_PUT_AWAY_(name) HUTCH_PRAGMA_(push_macro(name))
#define HUTCH_PUT_BACK_(name) HUTCH_PRAGMA_(pop_macro(name))
HUTCH_NAMES_(HUTCH_PUT_AWAY_)
#undef address
#undef after_equals
#undef at
#undef available
#undef begin
#undef capacity
#undef clear
#undef containing
#undef convert
#undef create
#undef debug_ref
#undef deref
#undef descriptor
#undef destroy
#undef end
#undef get
#undef giving_back
#undef handle
#undef hooks
#undef index
#undef is_current
#undef is_live
#undef iterator
#undef length
#undef letter
#undef live
#undef make
#undef ref
#undef release
#undef release_if
#undef reset
#undef should_go
#undef signature
#undef value

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

// In debug builds the caller that is noted is the user's function. The steps of a walk are inlined, as those of HUTCH_FOREACH.
#if HUTCH_CFG_FOLD
#    define HUTCH_MEMBER_ static
#    define HUTCH_STEP_ __attribute__((always_inline))
#else
#    define HUTCH_STEP_
#    define HUTCH_MEMBER_ __attribute__((always_inline)) static
#endif

// ---------------------------------------------------------------------------------------------------- names
// The compiler cuts a pool's name out of what it calls signature(): "... [Type = rabbit]" or "... [with Type = rabbit]".

namespace naming
{
template <class Type> constexpr const char *signature()
{
    return __PRETTY_FUNCTION__;
}

#if !defined(__clang__) && __GNUC__ < 9
// An old gcc cannot read these characters, only point to them: the bracket remains at the end.
template <class Type> struct name {
    static constexpr const char *text =
        signature<Type>() + sizeof "constexpr const char* hutch::naming::signature() [with Type = " - 1;
};
#else
constexpr const char *after_equals(const char *text)
{
    return *text == '=' ? text + 2 : after_equals(text + 1);
}
template <class Type> constexpr char letter(unsigned i)
{
    return after_equals(signature<Type>())[i] == ' ' ? '_' : after_equals(signature<Type>())[i];
}
// The last character is the bracket.
template <class Type> constexpr unsigned length(unsigned i = 0)
{
    return i == 31 || letter<Type>(i + 1) == '\0' ? i : length<Type>(i + 1);
}

// up_to<3>::type is numbers<0, 1, 2>.
template <unsigned... Places> struct numbers {
};
template <unsigned Count, unsigned... Places> struct up_to : up_to<Count - 1, Count - 1, Places...> {
};
template <unsigned... Places> struct up_to<0, Places...> {
    typedef numbers<Places...> type;
};

template <class Type, class Numbers = typename up_to<length<Type>()>::type> struct name;
template <class Type, unsigned... Places> struct name<Type, numbers<Places...>> {
    static const char text[sizeof...(Places) + 1];
};
template <class Type, unsigned... Places>
const char name<Type, numbers<Places...>>::text[sizeof...(Places) + 1] = {letter<Type>(Places)..., '\0'};
#endif

// Of a pool: its tag's, or without one its type's.
template <class Type, class Tag> struct pool_name : name<Tag> {
};
template <class Type> struct pool_name<Type, void> : name<Type> {
};
} // namespace naming

// ---------------------------------------------------------------------------------- constructing, destructing

// An argument, for a member of an aggregate that it converts to: in braces themselves `int` is not converted to `char`.
template <class Argument> struct given {
    Argument &&value;
    template <class Member> static Member convert(Member member);
    template <class Member, class = decltype(convert<Member>(static_cast<Argument &&>(value)))>
    operator Member() const
    {
        return static_cast<Member>(static_cast<Argument &&>(value));
    }
};

// Sets an object as T(args...) does, if the type has such a constructor; else member by member. Without arguments a
// trivial type is left as it is: as in C, no byte is touched. What converts an argument to the type of a parameter or
// of a member is this line here and not the user's, so it must not warn.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#if defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmissing-braces"
#    pragma GCC diagnostic ignored "-Wimplicit-int-float-conversion"
#endif
template <bool IsLeft> struct maker {
    template <class Type, class... Args>
    static auto make(int, void *at, Args &&...args)
        -> decltype(static_cast<void>(::new (place{at}) Type(static_cast<Args &&>(args)...)))
    {
        ::new (place{at}) Type(static_cast<Args &&>(args)...);
    }
    template <class Type, class... Args> static void make(long, void *at, Args &&...args)
    {
        ::new (place{at}) Type{given<Args>{static_cast<Args &&>(args)}...};
    }
};
template <> struct maker<true> {
    template <class Type> static void make(int, void *)
    {
    }
};
#pragma GCC diagnostic pop

// The hooks of a pool, none for a plain one.
template <class Type, bool IsPlain> struct life {
    static constexpr const hutch_hooks *hooks()
    {
        return nullptr;
    }
};
template <class Type> struct life<Type, false> {
    static void end(void *object)
    {
        static_cast<Type *>(object)->~Type();
    }
    static constexpr const hutch_hooks *hooks()
    {
        return &its_hooks;
    }
    static const hutch_hooks its_hooks;
};
template <class Type>
const hutch_hooks life<Type, false>::its_hooks = {nullptr, nullptr,
                                                  HUTCH_DIES_SILENTLY_(Type) ? nullptr : end};

// ------------------------------------------------------------------------------------------------- storage
// What HUTCH_POOL lays out, as static members: the macros of storage.h with a linkage of their own. `of_` stands
// where they put a pool's name. Only what is used is instantiated; only here the type must be complete.

#define HUTCH_RAM_member_(type, symbol, count) static type symbol[count];
#define HUTCH_DEBUG_RAM_member_(type, symbol, count) static type symbol[count];
#define HUTCH_RAM_plain_outside_(type, symbol, count) \
    template <class Pool> type plain_storage<Pool>::symbol[count];
#define HUTCH_DEBUG_RAM_plain_outside_(type, symbol, count) HUTCH_RAM_plain_outside_(type, symbol, count)
#define HUTCH_RAM_tracked_outside_(type, symbol, count) \
    template <class Pool> type tracked_storage<Pool>::symbol[count];
#define HUTCH_DEBUG_RAM_tracked_outside_(type, symbol, count) HUTCH_RAM_tracked_outside_(type, symbol, count)
#define HUTCH_RAM_spawned_outside_(type, symbol, count) \
    template <class Pool> type spawned_storage<Pool>::symbol[count];
#define HUTCH_DEBUG_RAM_spawned_outside_(type, symbol, count) HUTCH_RAM_spawned_outside_(type, symbol, count)

#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_SLOT_(type)                                  \
        struct slot {                                          \
            alignas(type) unsigned char object_[sizeof(type)]; \
            unsigned char guard_[HUTCH_CFG_GUARD_BYTES];       \
        } HUTCH_SLOT_ALIGNED_;
#    define HUTCH_SLOTS_BEFORE_ 1
#else
#    define HUTCH_SLOT_(type)                                  \
        struct slot {                                          \
            alignas(type) unsigned char object_[sizeof(type)]; \
        };
#    define HUTCH_SLOTS_BEFORE_ 0
#endif

#define HUTCH_STORAGE_(kind)                                                                             \
    template <class Pool> struct kind##storage {                                                         \
        typedef typename Pool::type object;                                                              \
        static_assert(sizeof(object) != 0, "hutch::pool: an object has one byte at least");              \
        enum { of_count_ = Pool::count };                                                                \
        HUTCH_CHECK_REFS_##kind(of)                                                                      \
            HUTCH_SLOT_(object) static slot of_slots_[of_count_ + HUTCH_SLOTS_BEFORE_];                  \
        HUTCH_POOL_RAM_(member_, kind, of)                                                               \
        static const hutch_options of_options_;                                                          \
        static const hutch_identity of_identity_;                                                        \
        static const hutch_pool of_pool;                                                                 \
    };                                                                                                   \
    template <class Pool>                                                                                \
    typename kind##storage<Pool>::slot kind##storage<Pool>::of_slots_[of_count_ + HUTCH_SLOTS_BEFORE_];  \
    HUTCH_POOL_RAM_(kind##outside_, kind, of)                                                            \
    template <class Pool>                                                                                \
    const hutch_options kind##storage<Pool>::of_options_ = {                                             \
        HUTCH_OPTIONS_OF_(of_count_, HUTCH_OPTIONS(static_cast<uint8_t>(Pool::lock), NULL,               \
                                                   (life<object, Pool::is_plain_()>::hooks())))};        \
    template <class Pool>                                                                                \
    const hutch_identity kind##storage<Pool>::of_identity_ =                                             \
        HUTCH_IDENTITY_((naming::pool_name<object, typename Pool::tag>::text),                           \
                        of_slots_[HUTCH_SLOTS_BEFORE_].object_, sizeof(slot), sizeof(slot) * of_count_); \
    template <class Pool>                                                                                \
    const hutch_pool kind##storage<Pool>::of_pool =                                                      \
        HUTCH_DESCRIPTOR_(kind, of, of_slots_[HUTCH_SLOTS_BEFORE_].object_, sizeof(object), sizeof(slot),    \
                          HUTCH_ODD_PART(sizeof(slot)));
HUTCH_STORAGE_(plain_)
HUTCH_STORAGE_(tracked_)
HUTCH_STORAGE_(spawned_)

template <class Pool, bool IsPlain, bool HasRefs> struct storage : spawned_storage<Pool> {
};
template <class Pool> struct storage<Pool, true, false> : plain_storage<Pool> {
};
template <class Pool> struct storage<Pool, true, true> : tracked_storage<Pool> {
};

// --------------------------------------------------------------------------------------------------- the pool

template <class Type, unsigned Capacity, class Tag, int Lock, bool HasRefs> struct basic_pool {
    static_assert(Capacity >= 1 && Capacity <= HUTCH_CAPACITY_MAX,
                  "the capacity must be 1 to HUTCH_CAPACITY_MAX");
    static_assert(hutch_same<Type, typename hutch_element<Type>::innermost>::is_same,
                  "hutch::pool holds no arrays: write a struct with the array in it");
    static_assert(
        !hutch_same<Type, const Type>::is_same && !hutch_same<Type, volatile Type>::is_same,
        "hutch::pool holds objects of a type that is neither const nor volatile: write the type without it");
    typedef Type type;
    typedef Tag tag;
    enum { count = Capacity, lock = Lock };
    static constexpr bool is_plain_() // a function, because the type may be incomplete here
    {
        return __is_trivial(type) || (Lock == HUTCH_LOCK_NONE && HUTCH_DIES_SILENTLY_(type));
    }

    /// Acquires a slot and constructs an object in it, as `new type(args...)` does; an aggregate is set member by member.
    /// An exception of the constructor gives the slot back.
    /// @return the object; nullptr when all slots are live (then `refused` counts up)
    template <class... Args> HUTCH_MEMBER_ type *create(Args &&...args)
    {
        giving_back guard{nullptr, HUTCH_NONE};
        if (is_plain_()) {
            guard.at = HUTCH_STAY_(HUTCH_DO_ACQUIRE_(descriptor()));
        } else {
            guard.index = HUTCH_STAY_(HUTCH_DO_(create_begin)(descriptor()));
            guard.at = HUTCH_DO_(at)(descriptor(), guard.index);
        }
        void *const at = guard.at;
        if (at != nullptr) {
            maker<__is_trivial(type) && sizeof...(Args) == 0>::template make<type>(
                0, at, static_cast<Args &&>(args)...);
            if (!is_plain_()) {
                HUTCH_DO_(create_end)(descriptor(), guard.index);
            }
            guard.at = nullptr;
        }
        return static_cast<type *>(at);
    }

    /// Destructs an object and releases its slot.
    /// @return true; false after a fault, as hutch_release: then nothing was destructed
    HUTCH_MEMBER_ bool destroy(const type *object)
    {
        return is_plain_() ? HUTCH_STAY_(HUTCH_DO_(release)(descriptor(), object))
                           : HUTCH_STAY_(HUTCH_DO_INNER_(despawn)(descriptor(), object));
    }

    /// Destroys every live object, by rising slot number.
    HUTCH_MEMBER_ void clear()
    {
        HUTCH_DO_(clear)(descriptor());
        HUTCH_STAYED_();
    }

    /// Destroys every object that `should_go`, a function of const type &, returns true for.
    /// @return how many
    template <class Predicate> static unsigned release_if(Predicate should_go)
    {
        unsigned released = 0;
        iterator it = begin();
        for (const iterator last = end(); it != last; ++it) {
            const type &object = *it;
            if (should_go(object) && HUTCH_DO_(release_if_live)(descriptor(), index(it.address()))) {
                released++;
            }
        }
        return released;
    }

    HUTCH_MEMBER_ bool is_live(const type *object)
    {
        return HUTCH_DO_(is_live)(descriptor(), object);
    }
    HUTCH_MEMBER_ unsigned index(const type *object)
    {
        return HUTCH_DO_(index)(descriptor(), object);
    }
    HUTCH_MEMBER_ type *at(unsigned index)
    {
        return static_cast<type *>(HUTCH_DO_(at)(descriptor(), index));
    }
    /// The object whose bytes contain an address.
    HUTCH_MEMBER_ type *containing(const void *address)
    {
        return static_cast<type *>(hutch_containing_(descriptor(), address));
    }
    HUTCH_MEMBER_ unsigned live()
    {
        return HUTCH_DO_(live)(descriptor());
    }
    HUTCH_MEMBER_ unsigned available()
    {
        return HUTCH_DO_(available)(descriptor());
    }
    static constexpr unsigned capacity()
    {
        return Capacity;
    }
    /// For the functions of generic.h, and HUTCH_POOL_LIST.
    static constexpr const hutch_pool *descriptor()
    {
        return &storage<basic_pool, is_plain_(), HasRefs>::of_pool;
    }

  private:
    // In debug builds every pool has generations. Of an object that is not live, which destroy reports: 0.
    struct debug_ref {
#if HUTCH_CFG_CHECK >= 2
        hutch_ref_t value;
        explicit debug_ref(const type *object)
            : value(object != nullptr && is_live(object) ? hutch_ref(descriptor(), object) : 0)
        {
        }
        bool is_current() const
        {
            return value == 0 || hutch_expect_(descriptor(), value) != nullptr;
        }
#else
        explicit debug_ref(const type *)
        {
        }
        bool is_current() const
        {
            return true;
        }
#endif
    };

  public:
    /// Owns an object, and destroys it at the end of its scope. It holds a pointer, so nobody else may destroy that
    /// object: after destroy, clear or the reset of a scene, the slot may have a new object, which the handle would
    /// destroy. Debug builds report STALE_USE then, and leave the new object alone.
    class handle : debug_ref // a base, because as a member it would take bytes in release builds
    {
      public:
        handle() noexcept : handle(nullptr)
        {
        }
        explicit handle(type *object) noexcept : debug_ref(object), object_(object)
        {
        }
        handle(handle &&other) noexcept : debug_ref(other), object_(other.object_)
        {
            other.object_ = nullptr;
        }
        handle &operator=(handle &&other) noexcept
        {
            handle taken{static_cast<handle &&>(other)};
            reset(taken.object_);
            debug_ref::operator=(taken);
            taken.object_ = nullptr;
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
            const debug_ref ref_before = *this;
            object_ = object;
            debug_ref::operator=(debug_ref(object));
            if (before != nullptr && before != object && ref_before.is_current()) {
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

    /// A forward iterator over the live objects, with the promises of HUTCH_FOREACH: `++` goes on from an object that
    /// was destroyed. Where there is `<iterator>`, the algorithms of the standard library take it.
    // It finds its object when somebody looks, so that a loop has one copy of that: the one before its body.
    class iterator
    {
      public:
        typedef type value_type;
        typedef type *pointer;
        typedef type &reference;
        typedef ptrdiff_t difference_type;
        HUTCH_ITERATOR_TAG_

        HUTCH_STEP_ iterator() : walk_(), is_end_(true)
        {
        }
        HUTCH_STEP_ iterator &operator++()
        {
            look_();
#if HUTCH_CFG_FOLD
            hutch_core_walk_step(descriptor(), &walk_);
#else
            walk_.at = hutch_next(descriptor(), walk_.at);
            is_end_ = walk_.at == nullptr;
#endif
            return *this;
        }
        iterator operator++(int)
        {
            const iterator before = *this;
            ++*this;
            return before;
        }
        HUTCH_STEP_ bool operator==(const iterator &other) const
        {
            look_();
            other.look_();
            return is_end_ || other.is_end_ ? is_end_ && other.is_end_ : walk_.at == other.walk_.at;
        }
        HUTCH_STEP_ bool operator!=(const iterator &other) const
        {
            return !(*this == other);
        }
        HUTCH_STEP_ type &operator*() const
        {
            return *address();
        }
        HUTCH_STEP_ type *operator->() const
        {
            return address();
        }

      private:
        friend struct basic_pool;
        // Of the object: its type may have an operator&.
        HUTCH_STEP_ type *address() const
        {
            look_();
            return static_cast<type *>(static_cast<void *>(walk_.at));
        }
#if HUTCH_CFG_FOLD
        HUTCH_STEP_ void begin()
        {
            hutch_core_walk_start(descriptor(), &walk_);
        }
        HUTCH_STEP_ void look_() const
        {
            if (walk_.is_between_bodies) {
                is_end_ = !hutch_core_walk_find(descriptor(), &walk_);
            }
        }
        mutable hutch_walk walk_;
        mutable bool is_end_;
#else
        void begin()
        {
            walk_.at = hutch_first(descriptor());
            is_end_ = walk_.at == nullptr;
        }
        void look_() const
        {
        }
        struct {
            void *at;
        } walk_;
        bool is_end_;
#endif
    };
    HUTCH_STEP_ static iterator begin()
    {
        iterator first;
        first.begin();
        return first;
    }
    HUTCH_STEP_ static iterator end()
    {
        return iterator();
    }

  private:
    struct giving_back {
        void *at;
        unsigned index;
        __attribute__((always_inline)) ~giving_back() // then it is nothing if no exception reaches it
        {
            if (at == nullptr) {
                return;
            }
            if (is_plain_()) {
                HUTCH_DO_(release)(descriptor(), at);
            } else {
                HUTCH_DO_(create_undo)(descriptor(), index);
            }
        }
    };
};

/// A pool of objects of one type.
template <class Type, unsigned Capacity, class Tag = void, int Lock = HUTCH_LOCK_NONE>
struct pool : basic_pool<Type, Capacity, Tag, Lock, false> {
};

/// The same with weak refs.
template <class Type, unsigned Capacity, class Tag = void, int Lock = HUTCH_LOCK_NONE>
struct tracked_pool : basic_pool<Type, Capacity, Tag, Lock, true> {
    typedef basic_pool<Type, Capacity, Tag, Lock, true> basic_;

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
    HUTCH_MEMBER_ weak ref(const Type *object)
    {
        return weak{HUTCH_STAY_(HUTCH_DO_(ref)(basic_::descriptor(), object))};
    }
    /// The object of a ref; nullptr once it has been destroyed.
    HUTCH_MEMBER_ Type *deref(weak ref)
    {
        return static_cast<Type *>(HUTCH_STAY_(HUTCH_DO_(deref)(basic_::descriptor(), ref.value)));
    }
};

} // namespace hutch

/// Defines json_resource, a std::pmr::memory_resource over a HUTCH_SIZES of this file or a HUTCH_SIZES_DECLARE, for
/// containers of std::pmr. What the sizes refuse throws std::bad_alloc; without exceptions it aborts. C++17: include
/// memory_resource of the standard library before it, and hutch/sizes.h.
#define HUTCH_SIZES_RESOURCE(name) HUTCH_SIZES_RESOURCE_(name)
#define HUTCH_SIZES_RESOURCE_(name)                                                                          \
    class name##_resource_type final : public std::pmr::memory_resource                                      \
    {                                                                                                        \
        void *do_allocate(size_t bytes_, size_t alignment_) override                                         \
        {                                                                                                    \
            void *const block_ = alignment_ <= alignof(hutch_aligned) ? name##_acquire(bytes_) : nullptr;    \
            return block_ != nullptr ? block_ : std::pmr::null_memory_resource()->allocate(bytes_);          \
        }                                                                                                    \
        void do_deallocate(void *block_, size_t, size_t) override                                            \
        {                                                                                                    \
            (void)name##_release(block_);                                                                    \
        }                                                                                                    \
        bool do_is_equal(const std::pmr::memory_resource &other_) const noexcept override                    \
        {                                                                                                    \
            return this == &other_;                                                                          \
        }                                                                                                    \
    };                                                                                                       \
    HUTCH_UNUSED static name##_resource_type name##_resource

HUTCH_NAMES_(HUTCH_PUT_BACK_)
#endif
