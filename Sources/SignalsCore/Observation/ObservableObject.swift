/// An object that notifies its observers before it changes. Combine's `ObservableObject`.
///
/// ```swift
/// @MainActor final class AddTaskResult: ObservableObject {
///     @Published var hasError = false
///     var error: (any Error)?
/// }
/// ```
///
/// Its ``objectWillChange`` fires before each change of a ``Published`` property.
public protocol ObservableObject: AnyObject {
    /// The kind of publisher that fires before a change.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Fires before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Fires before each change of a published property, on the thread that changes it. The same publisher every time.
    public var objectWillChange: ObservableObjectPublisher {
        ObjectWillChangePublishers.publisher(of: self)
    }
}
