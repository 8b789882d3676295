import Foundation
import SignalsCore
import Synchronization

/// The terminal as it was before the dashboard, given back on every way out: when the session ends, when the program
/// exits, when a signal ends or suspends it, when it crashes.
///
/// A signal may come at any moment on any thread. The data that its handler needs lies in memory that is filled in
/// before the handler is installed and not changed while it is, and an atomic flag says if there is anything to
/// restore.
enum TerminalRestoration {
    /// The state that a signal handler needs.
    struct State {
        var input: Int32 = -1
        var output: Int32 = -1
        var wakeUp: Int32 = -1
        var original = termios()
        var taken = termios()
        var sequences = (enter: TerminalRestoration.nothing, leave: TerminalRestoration.nothing)
        var errors: ErrorDiversion?
    }

    /// The state of the terminal. Frames are written while it is taken and at no other time.
    private enum Possession: UInt8, AtomicRepresentable {
        /// No session is under way: a handler that is still running on another thread takes nothing any more.
        case forgotten
        case givenBack, beingTaken, taken
    }

    /// Written on the main actor only, while no handler that reads it is installed; see above.
    private static let memory = SignalMemory(repeating: State())
    private static var state: UnsafeMutablePointer<State> { memory.start }
    private static let possession = Atomic(Possession.forgotten)
    /// True from a suspension until the program is continued.
    private static let isSuspended = Atomic(false)
    /// The thread that writes to the screen; 0 for none.
    private static let writer = Atomic<UInt>(0)
    /// The thread that takes the screen; 0 for none.
    private static let taker = Atomic<UInt>(0)
    /// The longest time, in milliseconds, that a writer is waited for: a terminal may take nothing for a while.
    static let patience: Int32 = 1000
    private static let nothing = ConstantText("")
    private static let leaveAtExit: Void = {
        atexit { TerminalRestoration.hide() }
    }()

    /// Remembers the terminal, and what is to be taken of it.
    @MainActor
    static func begin(_ newState: State) {
        state.pointee = newState
        _ = leaveAtExit
        prepareHandlers()
        possession.store(.givenBack, ordering: .sequentiallyConsistent)
    }

    /// Creates all that a handler uses before one runs: lazy values take locks at their first use, which the thread may
    /// hold that the signal interrupts.
    private static func prepareHandlers() {
        isSuspended.store(false, ordering: .sequentiallyConsistent)
        awaitOthers()
        _ = SignalSafe.write(nothing.bytes, to: state.pointee.output, patience: 0)
    }

    /// Gives the terminal back for good: no handler takes it again.
    @MainActor
    static func giveBack() { leave(.forgotten) }

    /// Forgets the terminal, when it was given back and no handler is installed.
    @MainActor
    static func end() {
        state.pointee.errors?.close()
        state.pointee = State()
    }

    /// Writes to the screen, unless it was given back: what is drawn when it is taken again is drawn whole. Called by one
    /// thread at a time.
    static func write(_ body: () -> Bool) -> Bool {
        writer.store(thisThread, ordering: .sequentiallyConsistent)
        defer { writer.store(0, ordering: .sequentiallyConsistent) }
        return possession.load(ordering: .sequentiallyConsistent) == .taken ? body() : true
    }

    private static var thisThread: UInt { ThreadIdentity.current.rawValue }

    /// Returns when no other thread writes to the screen or takes it: nothing is to come after it was given back. One that
    /// was interrupted by the signal goes on when the handler has returned.
    private static func awaitOthers() {
        var left = patience
        while left > 0 {
            left -= 1
            let writes = isOther(writer.load(ordering: .sequentiallyConsistent))
            if !writes, !isOther(taker.load(ordering: .sequentiallyConsistent)) { return }
            poll(nil, 0, 1)
        }
    }

    private static func isOther(_ thread: UInt) -> Bool { thread != 0 && thread != thisThread }

    /// Takes the screen. Safe while a signal is handled: what gives it back in between has the last word.
    static func show() {
        // Another thread that restores the terminal meanwhile waits for the end of this.
        let (isFirst, _) = taker.compareExchange(
            expected: 0, desired: thisThread, ordering: .sequentiallyConsistent)
        defer { if isFirst { taker.store(0, ordering: .sequentiallyConsistent) } }
        guard exchange(.givenBack, with: .beingTaken) else { return }
        tcsetattr(state.pointee.input, TCSANOW, &state.pointee.taken)
        _ = SignalSafe.write(state.pointee.sequences.enter.bytes, to: state.pointee.output)
        state.pointee.errors?.begin()
        _ = exchange(.beingTaken, with: .taken)
    }

    /// Gives the screen back. Safe while a signal is handled.
    static func hide() { leave(.givenBack) }

    private static func leave(_ next: Possession) {
        var before = possession.load(ordering: .sequentiallyConsistent)
        // A forgotten terminal stays forgotten.
        while before != .forgotten {
            let (exchanged, original) = possession.compareExchange(
                expected: before, desired: next, ordering: .sequentiallyConsistent)
            if exchanged { break }
            before = original
        }
        guard before == .taken || before == .beingTaken else { return }
        awaitOthers()
        let output = state.pointee.output
        _ = SignalSafe.write(state.pointee.sequences.leave.bytes, to: output, patience: patience / 4)
        tcsetattr(state.pointee.input, TCSANOW, &state.pointee.original)
        state.pointee.errors?.end()
    }

    /// Gives the screen back for a suspension. Safe while a signal is handled.
    static func suspend() {
        isSuspended.store(true, ordering: .sequentiallyConsistent)
        hide()
    }

    /// Ends the suspension: takes the screen again, unless that was done when the program was continued. Safe while a
    /// signal is handled.
    static func endSuspension() {
        if isSuspended.load(ordering: .sequentiallyConsistent) { showAgain() }
    }

    /// Takes the screen again after a suspension, whatever was done to it meanwhile. Safe while a signal is handled.
    static func showAgain() {
        isSuspended.store(false, ordering: .sequentiallyConsistent)
        if !exchange(.taken, with: .givenBack) { _ = exchange(.beingTaken, with: .givenBack) }
        show()
        wake(.resumed)
    }

    private static func exchange(_ expected: Possession, with desired: Possession) -> Bool {
        possession.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).exchanged
    }

    /// Tells the session. Safe while a signal is handled.
    static func wake(_ reason: WakeUp) {
        SignalSafe.wake(state.pointee.wakeUp, reason.rawValue)
    }
}
