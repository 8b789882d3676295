/// The store of a container that a new object goes into.
package enum StorePlacement: Sendable, Hashable {
    /// The only one that keeps its entity.
    case onlyStore
    /// The one with this configuration; nil for the one without.
    case configuration(String?)

    /// Returns the message for a store that does not keep the entity.
    package static func message(_ entityName: String, _ wanted: String?, has configurations: [String?]) -> String {
        let names = configurations.map { $0.map { "\"\($0)\"" } ?? "the one without a configuration" }
        let store = wanted.map { "the configuration \"\($0)\"" } ?? "the store without a configuration"
        return
            "A new \(entityName) was to go into \(store), which the container does not have or which does not keep it. "
            + "The stores that do: \(names.joined(separator: ", "))."
    }
}
