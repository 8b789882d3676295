/// A value or the completion, on its way to where it is delivered.
@usableFromInline
enum Message<Value: Sendable, Failure: Error>: Sendable {
    case value(Value)
    case completion(Subscribers.Completion<Failure>)
}

extension Outlet {
    /// Takes in a value or the completion.
    func take(_ message: Message<Output, Failure>) {
        switch message {
        case .value(let value): take(value)
        case .completion(let completion): take(completion)
        }
    }
}
