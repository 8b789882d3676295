/// Carries an object of Dispatch or Foundation into a closure that may run on any thread.
// SAFETY: it is made only of objects that are documented to be used from any thread, though their declaration does not
// say `Sendable`: a dispatch source, the token of a notification center, which is only ever handed back to it, and a run
// loop, which is only given blocks and timers.
package struct ThreadSafeObject<Object>: @unchecked Sendable {
    package let object: Object

    package init(object: Object) { self.object = object }
}
