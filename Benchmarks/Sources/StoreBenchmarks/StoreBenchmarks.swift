import Foundation
import Harness
import StoreWorkloads

/// Measures the suites of the store. A program of its own, so that those of `Signals` are built without GRDB and SQLite.
@main struct StoreBenchmarks {
    static func main() {
        let code = Command([
            StoreSuite.suite, SavesSuite.suite, UnitsSuite.suite, RelationshipsSuite.suite, ApplicationSuite.suite,
        ]).run()
        StoreWorkloads.tidyUp()
        exit(code)
    }
}
