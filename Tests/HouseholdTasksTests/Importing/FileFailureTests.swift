import Foundation
import Testing

@testable import HouseholdTasks

@Suite struct FileFailureTests {
    private func reason(reading path: String) -> String {
        do {
            _ = try TodoFile(path: path)
            return "it was read"
        } catch {
            return "\(error)"
        }
    }

    @Test func theReasonIsSaidInAFewWords() {
        #expect(reason(reading: "/no/such/file").hasPrefix("/no/such/file cannot be read (there is no such file)"))
        #expect(reason(reading: "/").hasPrefix("/ cannot be read (it is a folder)"))
        #expect(FileFailure.reason(CocoaError(.fileReadNoPermission), path: "/no/such") == "permission denied")
        #expect(FileFailure.reason(CocoaError(.fileWriteOutOfSpace), path: "/no/such") == "the disk is full")
        let underlying = CocoaError(.fileReadUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EIO)])
        #expect(FileFailure.reason(underlying, path: "/no/such") == "Input/output error")
    }
}
