/// The keys that two commands share which can be present at the same time.
@MainActor
struct KeyConflicts {
    /// One sentence for each key that two commands share, of which at least one is present at all times.
    let sentences: [String]

    /// Compares the commands of one list with each other.
    init(_ commands: [KeyCommand]) {
        var owners: [Key: [KeyCommand]] = [:]
        var sentences: [String] = []
        for command in commands {
            for key in Set(command.keys) {
                let others = owners[key, default: []]
                if let other = others.first(where: { $0.isAlwaysPresent || command.isAlwaysPresent }) {
                    sentences.append(
                        "The key \(key) is both “\(other.name)” and “\(command.name)”. Give one another key.")
                }
                owners[key] = others + [command]
            }
        }
        self.sentences = sentences
    }
}
