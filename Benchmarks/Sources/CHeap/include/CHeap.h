#include <stddef.h>

// The bytes that are allocated on the heap, or 0 where the allocator does not tell.
size_t heap_bytes_in_use(void);
