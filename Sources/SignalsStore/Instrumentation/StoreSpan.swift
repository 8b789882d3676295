/// A piece of a container's work, from its beginning to its end, as it is reported to an ``Instrumentation``.
public struct StoreSpan: Sendable {
    /// The kind of work that a span measures.
    public enum Kind: String, Sendable, CaseIterable {
        /// A save: from the call until the changes are durable and other contexts can read them, or it failed. The save
        /// of a closure includes the closure's time, and its wait for a free thread.
        case save
        /// A fetch of objects, snapshots, values or counts. Later reads of single objects, when their values or
        /// relationships are accessed, are not part of it.
        case fetch
        /// The migration of a store, while its container is made: from its first step until the store is open or was
        /// refused.
        case migration
        /// A subscription to a live query: from the subscriber's arrival until it cancels, or the query ends.
        case subscription
    }

    /// The outcome of a span.
    public struct Outcome: Sendable {
        /// The error; nil if it did not fail, or a subscription was cancelled.
        public let error: (any Error)?
        /// The number of rows that a save wrote, of objects or values that a fetch found, or of values that a
        /// subscription was sent; nil if that is unknown, such as for a migration, a failure, and a batch over the objects
        /// that a predicate finds.
        public let count: Int?

        /// An outcome, for tests of an instrumentation.
        ///
        /// - Parameters:
        ///   - error: the error; nil if it did not fail.
        ///   - count: the number of rows, objects or values; nil if it is unknown.
        public init(error: (any Error)? = nil, count: Int? = nil) { (self.error, self.count) = (error, count) }
    }

    /// The kind of work.
    public let kind: Kind
    /// The name of the container.
    public let containerName: String
    /// The name of the class that is fetched or subscribed to; nil for saves and migrations, which may concern many.
    public let entityName: String?
    /// The line in the program that asked for it; nil if that is unknown, such as for work that the package starts itself.
    public let callSite: CallSite?

    /// A span, for tests of an instrumentation.
    ///
    /// - Parameters:
    ///   - kind: the kind of work.
    ///   - containerName: the name of the container.
    ///   - entityName: the name of the class; nil where it concerns many.
    ///   - callSite: the line in the program; nil if it is unknown.
    public init(_ kind: Kind, containerName: String, entityName: String? = nil, callSite: CallSite? = nil) {
        (self.kind, self.containerName) = (kind, containerName)
        (self.entityName, self.callSite) = (entityName, callSite)
    }
}

extension StoreSpan: CustomStringConvertible {
    /// A text for a log, as in `fetch HouseholdTask in Household, MyApp/TaskList.swift:12`.
    public var description: String {
        let name = [kind.rawValue, entityName].compactMap(\.self).joined(separator: " ")
        return "\(name) in \(containerName)" + (callSite.map { ", \($0)" } ?? "")
    }
}
