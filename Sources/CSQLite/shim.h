#include <sqlite3.h>

// `sqlite3_db_config` takes a variable number of arguments, which Swift does not import.
static inline int signals_db_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}
