#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// The reporter of failures to the test library that runs, since a failure reported to the other one passes in silence.
///
/// The library is detected when the reporter is made, in the test, and again when it reports: on another thread than
/// the test's it cannot be detected.
struct TestReporter: Sendable {
    private let isSwiftTesting = TestReporter.isInsideSwiftTesting
    private let site: CallSite

    init(_ site: CallSite) {
        self.site = site
    }

    func fail(_ message: String) {
        if isSwiftTesting || Self.isInsideSwiftTesting {
            recordIssue(message)
        } else {
            failXCTest(message)
        }
    }

    private static var isInsideSwiftTesting: Bool {
        #if canImport(Testing)
            Test.current != nil
        #else
            false
        #endif
    }

    private func recordIssue(_ message: String) {
        #if canImport(Testing)
            let location = SourceLocation(
                fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column))
            Issue.record(Comment(rawValue: message), sourceLocation: location)
        #endif
    }

    private func failXCTest(_ message: String) {
        #if canImport(XCTest)
            XCTFail(message, file: site.filePath, line: site.line)
        #else
            recordIssue(message)
        #endif
    }
}
