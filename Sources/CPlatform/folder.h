// The writes to the files of a folder, as Linux reports them. Not every C library's module has these calls.

#if defined(__linux__)
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/vfs.h>

// A file of the folder was written; it came or went; the folder itself went; events were dropped.
static const uint32_t signals_file_written = IN_MODIFY;
static const uint32_t signals_file_moved = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
static const uint32_t signals_folder_lost = IN_IGNORED | IN_MOVE_SELF | IN_UNMOUNT;
static const uint32_t signals_events_dropped = IN_Q_OVERFLOW;

// Returns a descriptor to read events from, which programs that are started do not inherit; -1 if there is none.
static inline int signals_open_events(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

// Returns the number that a folder has among the events; -1 if the system does not report them.
static inline int signals_follow_folder(int descriptor, const char *_Nonnull path) {
    return inotify_add_watch(descriptor, path, signals_file_written | signals_file_moved | IN_MOVE_SELF | IN_ONLYDIR);
}

static inline void signals_leave_folder(int descriptor, int number) { inotify_rm_watch(descriptor, number); }

// Returns 1 if only this machine writes to the folder's file system, so that the system knows of all writes.
static inline int signals_is_local(const char *_Nonnull path) {
    struct statfs found;
    if (statfs(path, &found) != 0) return 0;
    switch ((uint32_t)found.f_type) {
    case 0x0000EF53: // ext2, ext3, ext4
    case 0x58465342: // xfs
    case 0x9123683E: // btrfs
    case 0x01021994: // tmpfs
    case 0x794C7630: // overlayfs
    case 0xF2F52010: // f2fs
    case 0x2FC12FC1: // zfs
    case 0xCA451A4E: // bcachefs
        return 1;
    default:
        return 0;
    }
}
#endif
