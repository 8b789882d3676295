import Foundation

/// The actions of the program at each signal when no dashboard is shown.
enum PreviousActions {
    /// An entry is written before its handler is installed, and read by that handler or after it is removed.
    private static let memory = SignalMemory(repeating: sigaction(), count: 65)

    /// Remembers the action for `signal` and installs `handler`, unless the signal is ignored.
    static func replace(_ signal: Int32, with handler: @convention(c) @escaping (Int32) -> Void) {
        let previous = memory.start + Int(signal)
        sigaction(signal, nil, previous)
        guard !isIgnored(previous.pointee) else { return }
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
        sigaction(signal, &action, nil)
    }

    /// Puts the remembered action back. Safe while a signal is handled.
    static func restore(_ signal: Int32) {
        sigaction(signal, memory.start + Int(signal), nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}
