/// The subscription that an operator with ``Ends`` hands its subscriber.
///
/// It is not generic, and fits into an existential: what a subscriber calls through a witness table is never specialised, so
/// that a generic one would look up metadata with each call. Its closure is made where all types are known.
@usableFromInline
struct LineSubscription: Subscription, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// A call by a subscriber, or by code that prints the subscription.
    @usableFromInline
    enum Command: Sendable {
        case request(Subscribers.Demand)
        case cancel
        case name
    }

    @usableFromInline let combineIdentifier: CombineIdentifier

    /// Does what is wanted, and returns the operator's name.
    @usableFromInline let perform: @Sendable (Command) -> StaticString

    /// - Parameters:
    ///   - line: what the closure refers to.
    ///   - perform: does what is wanted, and returns the operator's name.
    @inlinable @inline(__always)
    init(_ line: AnyObject, _ perform: @escaping @Sendable (Command) -> StaticString) {
        combineIdentifier = CombineIdentifier(line)
        self.perform = perform
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        _ = perform(.request(demand))
    }

    @usableFromInline
    func cancel() {
        _ = perform(.cancel)
    }

    @usableFromInline var description: String { "\(perform(.name))" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
