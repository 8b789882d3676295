// How many bytes are allocated, as the system's allocator counts them; -1 where it does not say.
#include <stdlib.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
static inline long memory_allocated(void) { return (long)mstats().bytes_used; }
#elif defined(__GLIBC__)
#include <malloc.h>
static inline long memory_allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
#else
static inline long memory_allocated(void) { return -1; }
#endif
