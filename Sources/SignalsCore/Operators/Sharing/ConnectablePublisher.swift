/// A publisher that begins when it is connected, so that all its subscribers can attach first. Combine's
/// `ConnectablePublisher`.
///
/// ```swift
/// let saves = save.makeConnectable()
/// let logging = saves.sink { log($0) }
/// let showing = saves.sink { show($0) }
/// let connection = saves.connect()  // now it begins
/// ```
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Begins to deliver.
    ///
    /// - Returns: the connection, to end it by cancelling.
    func connect() -> any Cancellable
}
