// Which file is at a path, without its times. Where Linux keeps times to the nanosecond, it does so after somebody asked
// for them: then the next write notes a new time, and the next sync of the file writes its inode too, which makes that
// take up to twice as long. So who asks between any two saves shall not ask with `stat`.

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

struct signals_file {
    uint64_t device;
    uint64_t number;
};

#if defined(__linux__) && defined(SYS_statx)
// What the system fills in. Not every C library declares it.
struct signals_statx {
    uint32_t before_number[8];
    uint64_t number;
    uint64_t before_device[12];
    uint32_t device_major, device_minor;
    uint64_t rest[14];
};
#endif

// Returns 0, or the system's answer why it does not say which file it is.
static inline int signals_find_file(const char *_Nonnull path, struct signals_file *_Nonnull file) {
#if defined(__linux__) && defined(SYS_statx)
    struct signals_statx found;
    const unsigned only_number = 0x100;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, only_number, &found) == 0) {
        file->device = (uint64_t)found.device_major << 32 | found.device_minor;
        file->number = found.number;
        return 0;
    }
    // An old system does not know the call, and some containers forbid what they do not know.
    if (errno != ENOSYS && errno != EPERM) return errno;
#endif
    struct stat status;
    if (stat(path, &status) != 0) return errno;
    file->device = (uint64_t)status.st_dev;
    file->number = (uint64_t)status.st_ino;
    return 0;
}
