/// The error of all chains.
package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    let code: Int

    package var description: String { "Fault(code: \(code))" }
}

/// The end of a subscription.
enum Ending: Equatable, Sendable, CustomStringConvertible {
    case finished
    case failed(Fault)

    var description: String {
        switch self {
        case .finished: "finished"
        case .failed(let fault): "failed \(fault.code)"
        }
    }
}
