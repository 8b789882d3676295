import SignalsCore

extension DataStack {
    /// Updates the objects that sources name, or makes them, in a transaction of its own in the background. Of several
    /// sources that name one object the last one decides. All of them are in memory until it ends: more than that may hold
    /// is imported some at a time, as in <doc:LargeImports>.
    ///
    /// ```swift
    /// stack.importUniqueObjects(
    ///     Into<Person>(), sources: downloaded, onConflict: .runAgain(times: 3, then: .alone))
    /// ```
    ///
    /// - Parameters:
    ///   - into: the objects' class, and where needed their store's configuration.
    ///   - sources: the sources to import, in this order.
    ///   - response: the response when the commit meets a conflict: by default it fails; the import may run again.
    /// - Returns: a future of the objects' IDs, each once, in the order in which they were first named, after other
    ///   contexts can read them. It fails with what is wrong with a source, or with `SaveError`; then nothing is kept.
    @discardableResult
    public func importUniqueObjects<Object: ImportableUniqueObject>(
        _ into: Into<Object>, sources: some Sequence<Object.ImportSource> & Sendable,
        onConflict response: ConflictResponse = .fail
    ) -> Future<[ManagedObjectID<Object>], any Error> {
        perform(onConflict: response) { transaction in
            try transaction.importUniqueObjects(into, sources: sources).map { $0.objectID }
        }
    }
}
