// What the compiler calls for `unowned` references, and for weak ones to become strong. The Swift runtime exports these
// on every platform as part of its binary interface. Swift code can only end the program when an unowned reference has
// lost its object, and a weak reference costs an allocation.

// Takes a strong reference to an object of which an unowned one is held; null when the object is going away or gone.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

// Takes an unowned reference: the object's memory stays until it is released.
extern void *_Nonnull swift_unownedRetain(void *_Nonnull object);

extern void swift_unownedRelease(void *_Nonnull object);
