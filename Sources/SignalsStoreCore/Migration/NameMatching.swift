/// The old name that each new one stands for.
struct NameMatching {
    struct Name {
        let name: String
        let formerNames: [String]
    }

    /// By the new name's index: the index of the old one; nil for what is new.
    private(set) var sources: [Int?]
    /// The indexes of the old names that are gone.
    let unused: [Int]

    // A name that the store has stands for itself, except for one that a renamed thing claims: `b`, renamed from `a`,
    // takes the values of an `a`, even where there is now a new `a`.
    init(old: [String], new: [Name]) {
        let oldIndexes = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        var taken: Set<Int> = []
        sources = new.map { name in
            guard oldIndexes[name.name] == nil else { return nil }
            let source = name.formerNames.lazy.compactMap { oldIndexes[$0] }.first { !taken.contains($0) }
            if let source { taken.insert(source) }
            return source
        }
        for (index, name) in new.enumerated() where sources[index] == nil {
            guard let source = oldIndexes[name.name], taken.insert(source).inserted else { continue }
            sources[index] = source
        }
        unused = old.indices.filter { !taken.contains($0) }
    }
}
