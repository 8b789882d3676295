/// The storage of an observed ``Published`` property. Only the property refers to it, so that it ends with that.
@usableFromInline
final class PublishedCell<Value: Sendable>: Sendable {
    @usableFromInline let hub: LatestValueHub<Value, Never>
    @usableFromInline let assignments: PublishedAssignments

    @usableFromInline
    init(_ value: Value, lock: Locked<Elsewhere>, object: ObjectIdentifier?) {
        hub = LatestValueHub(.published, value, lock: lock)
        assignments = PublishedAssignments(to: object)
    }

    deinit {
        hub.propertyEnds()
        assignments.end()
    }
}
