import Foundation

/// A closure of a background task, with the data that is stored beside its changes.
protocol TaskClosure: Sendable {
    /// Runs it, and returns what is to be committed.
    ///
    /// - Parameters:
    ///   - context: the context of the run.
    ///   - receipt: reads the result that is kept for a key, as the run sees the store.
    func prepare(
        in context: ManagedObjectContext, reading receipt: (String) throws -> Data?
    ) -> PreparedTask
}
