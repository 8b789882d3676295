/// The error that the tests send.
package struct TestFailure: Error, Equatable {
    package init() {}
}
