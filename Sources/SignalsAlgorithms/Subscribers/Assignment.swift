import SignalsCore

/// One property of one object, to which values are assigned.
struct Assignment<Value: Sendable>: Sendable {
    let assign: @Sendable (Value) -> Void

    /// Lets go of the object, if it was kept alive.
    let letGo: @Sendable () -> Void

    init<Root: AnyObject & Sendable>(
        _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable, _ object: Root, _ ownership: ObjectOwnership
    ) {
        switch ownership {
        case .strong:
            let kept = Locked<Root?>(object)
            assign = { value in kept.withLock { $0 }?[keyPath: keyPath] = value }
            letGo = { kept.release { $0.take() } }
        case .weak:
            assign = { [weak object] in object?[keyPath: keyPath] = $0 }
            letGo = {}
        case .unowned:
            assign = { [unowned object] in object[keyPath: keyPath] = $0 }
            letGo = {}
        }
    }
}

extension Publisher where Failure == Never {
    /// Carries out the assignments with each value, and lets go of the objects at the end.
    func carryOut(_ assignments: [Assignment<Output>]) -> AnyCancellable {
        let letGo: @Sendable () -> Void = { for assignment in assignments { assignment.letGo() } }
        let subscription = sink(
            values: { value in for assignment in assignments { assignment.assign(value) } },
            completion: { _ in letGo() })
        return AnyCancellable(
            CancelAction {
                subscription.cancel()
                letGo()
            })
    }
}
