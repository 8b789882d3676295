/// A cancellable that runs a closure.
@usableFromInline
package struct CancelAction: Cancellable {
    @usableFromInline let run: @Sendable () -> Void

    @inlinable
    package init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    @usableFromInline
    package func cancel() {
        run()
    }
}
