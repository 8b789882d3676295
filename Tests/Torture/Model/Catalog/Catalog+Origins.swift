import Signals

extension Catalog {
    typealias OriginMaker = @Sendable (inout Draft) -> Origin

    /// Publishers at the beginning of a chain; subjects come up as often as all others.
    static let origins: [OriginMaker] =
        Array(repeating: subject, count: 14) + [
            sequence, sequence, sequence, record, just, fail, empty, future, future,
        ]
        + specialised

    private static let subject: OriginMaker = { draft in
        let index = draft.number(0...2)
        return Origin("subject\(index)", { $0.subject(index) }, { $0.subjects[index].publisher })
    }

    private static let sequence: OriginMaker = { draft in
        let values = draft.values()
        return Origin("\(values).publisher", { _ in values.publisher.erased }, { _ in .sequence(values) })
    }

    private static let record: OriginMaker = { draft in
        let values = draft.values()
        let ending = draft.ending()
        return Origin(
            "Record(output: \(values), completion: .\(ending))",
            { _ in Record(output: values, completion: ending.completion).erased }, { _ in .sequence(values, ending) })
    }

    private static let just: OriginMaker = { draft in
        let n = draft.number()
        return Origin("Just(\(n))", { _ in Just(n).erased }, { _ in .sequence([n]) })
    }

    private static let fail: OriginMaker = { draft in
        let fault = Fault(code: draft.number())
        return Origin(
            "Fail(error: \(fault))", { _ in Fail(error: fault).erased }, { _ in .sequence([], .failed(fault)) })
    }

    private static let empty: OriginMaker = { draft in
        let completes = draft.chance(50)
        return Origin(
            "Empty(completeImmediately: \(completes))",
            { _ in Empty(completeImmediately: completes, outputType: Int.self, failureType: Fault.self).erased },
            { _ in completes ? .sequence([]) : .never })
    }

    private static let future: OriginMaker = { draft in
        let index = draft.number(0...1)
        return Origin("future\(index)", { $0.future(index) }, { $0.futures[index].publisher })
    }
}
