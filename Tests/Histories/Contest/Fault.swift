/// A way to use the store that breaks what a history promises: the check has to find it.
package enum Fault: String, Sendable, CaseIterable {
    /// What others saved meanwhile is overwritten.
    case overwrite
    /// A transaction that reads much reads each part as it is then.
    case unpinned
    /// A half of a transaction is saved by itself.
    case halved
    /// What failed is said to have been saved.
    case hushed
}
