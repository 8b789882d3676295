/// Measures the progress of a migration of several stages.
package struct MigrationMeter {
    private let report: (@Sendable (MigrationProgress) -> Void)?
    private let stages: Int
    private var stage = -1
    private var done = 0
    private var total = 0

    package init(stages: Int, report: (@Sendable (MigrationProgress) -> Void)?) {
        self.stages = stages
        self.report = report
    }

    /// Begins the next stage, of so many rows.
    package mutating func begin(rows: Int) {
        stage += 1
        done = 0
        total = rows
    }

    package mutating func advance(_ rows: Int, _ description: String) {
        done = min(done + rows, total)
        report(description)
    }

    package func report(_ description: String) {
        // A part for what comes after the rows, as making indexes.
        let part = Double(done) / Double(total + 1)
        report?(
            MigrationProgress(
                fractionCompleted: (Double(max(0, stage)) + part) / Double(stages), description: description))
    }

    package func finish() { report?(MigrationProgress(fractionCompleted: 1, description: "done")) }
}
