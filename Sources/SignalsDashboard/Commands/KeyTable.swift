/// The commands that are present now, in the order in which a key is looked up.
@MainActor
struct KeyTable {
    /// The outcome of a key.
    enum Answer {
        /// The command that was called.
        case ran
        /// The command that cannot be called now, and why.
        case refused(String)
        /// No command has the key.
        case unknown
    }

    /// The commands, without those whose keys all belong to an earlier one.
    let commands: [KeyCommand]

    /// The commands of several lists, of which an earlier one replaces a later one that has its key.
    init(_ lists: [KeyCommand]...) {
        var taken: Set<Key> = []
        commands = lists.joined().filter { command in
            guard command.isPresent else { return false }
            let isFree = command.keys.contains { !taken.contains($0) }
            taken.formUnion(command.keys)
            return isFree
        }
    }

    /// Calls the first command that has the key.
    func press(_ key: Key) -> Answer {
        guard let command = commands.first(where: { $0.keys.contains(key) }) else { return .unknown }
        if let reason = command.reasonNotToRun { return .refused("\(command.name): \(reason)") }
        command.run(key)
        return .ran
    }
}
