/// The reason why a ``Recorder`` cannot give what a test waits for.
public enum RecordingError: Error, Equatable, CustomStringConvertible {
    /// The publisher finished before it had delivered as many elements as are wanted.
    case notEnoughElements(expected: Int, received: Int)

    /// The publisher delivered more than the one element that is wanted.
    case tooManyElements(received: Int)

    /// The events that are wanted had not come in the given number of seconds.
    case timedOut(seconds: Double, received: Int)

    /// The failure in words.
    public var description: String {
        switch self {
        case .notEnoughElements(let expected, let received):
            "The publisher finished after \(received) of \(expected) elements. Expect fewer, or make it deliver more."
        case .tooManyElements(let received):
            "The publisher delivered \(received) elements where one was expected. Use `elements` to see them."
        case .timedOut(let seconds, let received):
            """
            What the test waits for did not come in \(seconds) seconds; \(received) elements did. \
            Does the publisher finish, and does its scheduler run?
            """
        }
    }
}
