#if canImport(XCTest)
    import Dispatch
    import XCTest

    extension XCTestCase {
        /// Waits for what a recorder is to receive.
        ///
        /// ```swift
        /// let titles = try wait(for: recorder.elements, timeout: 1)
        /// ```
        ///
        /// The run loop of the thread runs meanwhile. In an `async` test it would hold up the actor that the value may need:
        /// await ``RecorderExpectation/value`` there.
        ///
        /// - Parameters:
        ///   - expectation: the expectation to wait for.
        ///   - seconds: the time to wait.
        /// - Returns: the value that was waited for.
        /// - Throws: the publisher's error, or a ``RecordingError`` if the value cannot come any more, or has not come
        ///   in time.
        @available(*, noasync, message: "In an async test, await the expectation's value instead.")
        public func wait<Value>(for expectation: RecorderExpectation<Value>, timeout seconds: Double = 10) throws
            -> Value
        {
            let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(max(0, seconds) * 1_000_000_000)
            while true {
                let version = expectation.version()
                if let value = try expectation.attempt() { return value }
                let now = DispatchTime.now().uptimeNanoseconds
                guard now < deadline else {
                    throw RecordingError.timedOut(seconds: seconds, received: expectation.count())
                }
                let change = XCTestExpectation(description: "something is received")
                if expectation.wait(version, { change.fulfill() }) {
                    _ = XCTWaiter().wait(for: [change], timeout: Double(deadline - now) / 1_000_000_000)
                }
            }
        }
    }
#endif
