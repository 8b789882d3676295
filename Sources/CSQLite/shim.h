#include <sqlite3.h>

// `sqlite3_db_config` takes a variable number of arguments, which Swift does not import. Sets an option that is on or
// off, unless the value is negative, and returns what it is then.
static inline int signals_db_config(sqlite3 *database, int option, int value) {
    int result = 0;
    sqlite3_db_config(database, option, value, &result);
    return result;
}
