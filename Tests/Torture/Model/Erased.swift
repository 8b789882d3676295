import Signals

extension Publisher where Output == Int, Failure == Fault {
    var erased: Real { eraseToAnyPublisher() }
}

extension Publisher where Output == Int, Failure == Never {
    var erased: Real { setFailureType(to: Fault.self).eraseToAnyPublisher() }
}

extension Publisher where Output == Int, Failure == any Error {
    var erased: Real { mapError { $0 as? Fault ?? Fault(code: -1) }.eraseToAnyPublisher() }
}

extension Publisher where Output == Bool {
    var number: Publishers.Map<Self, Int> { map { $0 ? 1 : 0 } }
}

extension Publisher where Output == [Int] {
    var number: Publishers.Map<Self, Int> { map { mix($0) } }
}

extension Publisher where Output == Never {
    var number: Publishers.Map<Self, Int> { map(\.number) }
}

extension Never {
    fileprivate var number: Int { switch self {} }
}
