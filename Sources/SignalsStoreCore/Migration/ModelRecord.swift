/// The record that a store keeps of the model that it was last opened with.
package struct ModelRecord: Sendable, Equatable {
    package let entities: [EntitySchema]
    package let version: Int
    /// The entities as a store keeps them.
    package let text: String
    /// Names what the model keeps, whatever the order of it. Core Data's `versionHash`.
    package let hash: String
    /// The hashes of the models that the store was migrated from, the oldest first.
    package var formerHashes: [String] = []

    package init(_ entities: [EntitySchema], version: Int) {
        self.init(.of(entities), version: version)
    }

    /// The record that a store keeps as a text; nil where it is none.
    ///
    /// - Parameter hash: the hash that the store keeps; nil where it keeps none.
    package init?(text: String, version: Int, hash: String? = nil, formerHashes: [String]) {
        guard let read = ModelText.read(text) else { return nil }
        self.init(read, version: version, hash: hash, formerHashes: formerHashes)
    }

    private init(_ text: ModelText, version: Int, hash: String? = nil, formerHashes: [String] = []) {
        entities = text.entities
        self.version = version
        self.text = text.text
        self.hash = hash ?? text.hash
        self.formerHashes = formerHashes
    }

    /// True if a program with such a model is older than what is in the store.
    package func isNewer(than model: ModelRecord) -> Bool {
        version > model.version || (version == model.version && formerHashes.contains(model.hash))
    }

    /// The record after a migration from this one.
    package func succeeded(by model: ModelRecord, isOther: Bool) -> ModelRecord {
        var next = model
        next.formerHashes = formerHashes.filter { $0 != model.hash } + (isOther ? [hash] : [])
        return next
    }
}
