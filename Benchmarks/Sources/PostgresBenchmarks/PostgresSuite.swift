import Harness

/// The benchmarks of a store on a server, in elapsed time: most of the work is the server's.
enum PostgresSuite {
    static let suite = Suite(name: "postgres", benchmarks: benchmarks, marks: marks)

    private static let benchmarks = [
        Benchmark(
            id: "pg-insert-copy", peer: "psql \\copy of the same rows", count: 100_000, runs: 7,
            ours: Inserting.parcels, theirs: Inserting.parcelsByCopy),
        Benchmark(
            id: "pg-insert-related-copy", peer: "psql \\copy, the same indexes", count: 100_000, runs: 7,
            ours: Inserting.articles, theirs: Inserting.articlesByCopy),
        Benchmark(
            id: "pg-saves-pgbench", peer: "pgbench -c 8 -M prepared", count: 1000, runs: 11, ours: Saving.insertsAtOnce,
            theirs: Saving.insertsByPgbench),
        Benchmark(
            id: "pg-saves-inside-pgbench", peer: "pgbench -c 8 -M prepared", count: 1000, runs: 11,
            ours: Saving.insertsSavedInside, theirs: Saving.insertsByPgbench),
        Benchmark(
            id: "pg-updates-pgbench", peer: "pgbench -c 8, UPDATE", count: 1000, runs: 11, ours: Saving.updatesAtOnce,
            theirs: Saving.updatesByPgbench),
        Benchmark(
            id: "pg-save-alone", peer: "pgbench -c 1", count: 500, runs: 11, ours: Saving.insertsOneByOne,
            theirs: Saving.insertsByOneClient),
        Benchmark(
            id: "pg-eight", peer: "pgbench -c 8", count: 8000, runs: 7, ours: Saving.insertsOfEightPrograms,
            theirs: Saving.insertsByPgbench),
        Benchmark(
            id: "pg-fetch-psql", peer: "psql -At to nowhere", count: 100_000, runs: 11, ours: Fetching.snapshots,
            theirs: Fetching.rowsByPsql),
        Benchmark(
            id: "pg-fetch-psycopg", peer: "psycopg 3, binary", count: 100_000, runs: 7, ours: Fetching.snapshots,
            theirs: Fetching.rowsByPsycopg),
        Benchmark(
            id: "pg-objects-sqlalchemy", peer: "SQLAlchemy ORM", count: 100_000, runs: 7, ours: Fetching.objects,
            theirs: Fetching.objectsBySQLAlchemy),
        Benchmark(
            id: "pg-contains-psycopg", peer: "psycopg 3, strpos", count: 100_000, runs: 7, ours: Fetching.rowsWithText,
            theirs: Fetching.rowsWithTextByPsycopg),
        Benchmark(
            id: "pg-groups-psycopg", peer: "psycopg 3, GROUP BY", count: 100_000, runs: 7, ours: Fetching.groups,
            theirs: Fetching.groupsByPsycopg),
        Benchmark(
            id: "pg-live-foreign", peer: "the query again, psycopg 3", count: 100_000, runs: 7,
            ours: Following.changeOfAnotherProgram, theirs: Fetching.rowsByPsycopg),
    ]

    private static let marks = [
        "pg-insert-copy": 0.8, "pg-insert-related-copy": 0.4, "pg-saves-pgbench": 3, "pg-updates-pgbench": 1,
        "pg-save-alone": 0.7, "pg-eight": 2, "pg-fetch-psql": 1, "pg-fetch-psycopg": 1.5, "pg-objects-sqlalchemy": 2,
        "pg-live-foreign": 50,
    ]
}
