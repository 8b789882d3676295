/// The error that the tests send.
struct TestFailure: Error, Equatable {}
