/// A subscription that `print()` and a debugger show by its description, the name of the operator, and nothing else.
@usableFromInline
package protocol NamedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{}

extension NamedSubscription {
    @inlinable package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @inlinable package var playgroundDescription: Any { description }
}
