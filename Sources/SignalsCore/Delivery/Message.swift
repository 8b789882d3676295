/// A value or the completion, on its way to where it is delivered.
@usableFromInline
enum Message<Value: Sendable, Failure: Error>: Sendable {
    case value(Value)
    case completion(Subscribers.Completion<Failure>)
}
