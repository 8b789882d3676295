import Foundation
import Harness

/// Measures saves and fetches over a server beside its own tools. The server's address is in `SIGNALS_SERVER`, and the
/// Python that has psycopg and SQLAlchemy in `SIGNALS_PYTHON`: `Scripts/benchmark postgres` sees to both.
@main struct PostgresBenchmarks {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let role = arguments.first.flatMap(OtherProgram.Role.init), arguments.count == 2 {
            OtherProgram.run(role, inSchema: arguments[1])
            return
        }
        exit(Command([PostgresSuite.suite]).run())
    }
}
