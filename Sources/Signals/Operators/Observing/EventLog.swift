/// Where ``Publisher/print(_:to:)`` writes its lines: one after another, whichever threads they come from.
struct EventLog: Sendable {
    private let prefix: String
    private let gate: SerialGate<(any TextOutputStream & Sendable)?, String>

    init(prefix: String, stream: (any TextOutputStream & Sendable)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        gate = SerialGate(stream)
    }

    func write(_ event: String) {
        gate.pass(prefix + event) { line in
            guard var stream = gate.state else { return Swift.print(line) }
            stream.write(line + "\n")
            gate.state = stream
        }
    }
}
