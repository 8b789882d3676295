#include <stdint.h>
#include <string.h>
#include <sqlite3.h>

// `sqlite3_db_config` takes a variable number of arguments, which Swift does not import. Sets an option that is on or
// off, unless the value is negative, and returns what it is then.
static inline int signals_db_config(sqlite3 *database, int option, int value) {
    int result = 0;
    sqlite3_db_config(database, option, value, &result);
    return result;
}

// The header of the index of a file's write-ahead log, which SQLite changes with each commit that others can see: see
// https://sqlite.org/walformat.html, section 2.1.
typedef struct {
    uint64_t words[6];
} signals_log_state;

// Where the header is, in the memory that all connections to the file share; NULL where there is none. It stays there as
// long as the connection has a transaction open.
static inline const volatile void *signals_log_header(sqlite3 *database) {
    sqlite3_file *file = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    void volatile *page = 0;
    return file->pMethods->xShmMap(file, 0, 32768, 0, &page) == SQLITE_OK ? page : 0;
}

static inline signals_log_state signals_read_log_state(const volatile void *header) {
    signals_log_state state;
    for (int index = 0; index < 6; index++) state.words[index] = ((const volatile uint64_t *)header)[index];
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return state;
}

static inline int signals_is_log_state(const volatile void *header, const signals_log_state *known) {
    signals_log_state state = signals_read_log_state(header);
    return memcmp(&state, known, sizeof(state)) == 0;
}

// True if the log has at most so many frames, or all of them are in the file as well: then an open read transaction does not
// keep a log that grows from being started over. `nBackfill` follows the two copies of the header.
static inline int signals_is_log_short(const volatile void *header, uint32_t frames) {
    const volatile uint32_t *words = header;
    uint32_t last = words[4], moved = words[24];
    return last <= frames || moved == last;
}
