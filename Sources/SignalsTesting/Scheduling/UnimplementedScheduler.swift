import SignalsCore

/// A scheduler that fails the test when it is used, to show that code does not need one.
///
/// ```swift
/// let model = SearchModel(scheduler: UnimplementedScheduler())
/// model.clear()  // fails the test if it schedules anything
/// ```
///
/// The failure is reported to XCTest or Swift Testing, whichever runs, at the line that made the scheduler. What is
/// scheduled does not run.
public struct UnimplementedScheduler: Scheduler, Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    private let reporter: TestReporter

    /// A scheduler that fails the test when it is used.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, at which the failure is reported.
    ///   - filePath: its path.
    ///   - line: its line.
    ///   - column: its column.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        reporter = TestReporter(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// The beginning of virtual time. Reading it fails the test.
    public var now: VirtualTime {
        fail("asked for the time")
        return VirtualTime()
    }

    /// Zero. Reading it does not count as use of the scheduler.
    public var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

    /// Fails the test.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        fail("asked to run an action")
    }

    /// Fails the test.
    public func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        fail("asked to run an action at a moment")
    }

    /// Fails the test.
    public func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        fail("asked to run an action again and again")
        return Subscriptions.empty
    }

    private func fail(_ what: String) {
        reporter.fail("An unimplemented scheduler was \(what). Give the code a TestScheduler if it needs one.")
    }
}
