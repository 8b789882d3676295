import XCTest

/// Fails unless the value is of the type. Passed as `Any`, it has no context that would choose among overloads: it is
/// what a client gets that writes no types.
func expect(_ value: Any, isA type: Any.Type, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(
        Swift.type(of: value) == type, "\(Swift.type(of: value)) is not \(type)", file: file, line: line)
}
