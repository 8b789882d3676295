/// Carries a value over a queue's edge: for tests that keep to the queues themselves, and for those that must not be
/// stopped by the compiler from doing what stops a program.
// SAFETY: whoever makes one keeps to the value's queue, or ends the process with the first use off it.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
