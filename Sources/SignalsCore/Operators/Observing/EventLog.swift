/// The log of ``Publisher/print(_:to:)``, which writes lines one after another, whichever threads they come from.
struct EventLog: Sendable {
    private let prefix: String
    private let gate = SerialGate<String>()
    private let stream: Locked<(any TextOutputStream & Sendable)?>

    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = Locked(stream)
    }

    func write(_ event: String) {
        gate.pass(prefix + event) { line in
            guard var output = stream.withLock({ $0 }) else { return Swift.print(line) }
            output.write(line + "\n")
            stream.withLock { $0 = output }
        }
    }
}
