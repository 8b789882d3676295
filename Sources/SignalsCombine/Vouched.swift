import SignalsCore

// Closures of a client in the Swift 5 language mode, in the form that the operators keep.
//
// Code that was written for Combine forms closures that inherit the main actor from their surroundings or change a
// local variable. A `@Sendable` parameter would refuse the first even in the Swift 5 language mode. What such a closure
// captures is unchecked, in Combine as here.
//
// SAFETY: the Swift 5 client vouches for its closure; the Swift 6 mode cannot reach the functions that make one.

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<Result>(_ function: @escaping () -> Result) -> @Sendable () -> Result {
    let closure = Vouched(function)
    return { closure.value() }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<Input, Result>(_ function: @escaping (Input) -> Result) -> @Sendable (Input) -> Result {
    let closure = Vouched(function)
    return { closure.value($0) }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<Input, Result>(_ function: @escaping (Input) throws -> Result) -> @Sendable (Input) throws -> Result {
    let closure = Vouched(function)
    return { try closure.value($0) }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<First, Second, Result>(
    _ function: @escaping (First, Second) -> Result
) -> @Sendable (First, Second) -> Result {
    let closure = Vouched(function)
    return { closure.value($0, $1) }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<First, Second, Result>(
    _ function: @escaping (First, Second) throws -> Result
) -> @Sendable (First, Second) throws -> Result {
    let closure = Vouched(function)
    return { try closure.value($0, $1) }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<First, Second, Third, Result>(
    _ function: @escaping (First, Second, Third) -> Result
) -> @Sendable (First, Second, Third) -> Result {
    let closure = Vouched(function)
    return { closure.value($0, $1, $2) }
}

/// Returns the closure of a Swift 5 client in the form that the operators keep.
@inlinable
func vouched<First, Second, Third, Fourth, Result>(
    _ function: @escaping (First, Second, Third, Fourth) -> Result
) -> @Sendable (First, Second, Third, Fourth) -> Result {
    let closure = Vouched(function)
    return { closure.value($0, $1, $2, $3) }
}

/// Returns the closure of a Swift 5 client, if there is one, in the form that the operators keep.
@inlinable
func vouched<Result>(_ function: (() -> Result)?) -> (@Sendable () -> Result)? {
    function.map { vouched($0) }
}

/// Returns the closure of a Swift 5 client, if there is one, in the form that the operators keep.
@inlinable
func vouched<Input, Result>(_ function: ((Input) -> Result)?) -> (@Sendable (Input) -> Result)? {
    function.map { vouched($0) }
}
