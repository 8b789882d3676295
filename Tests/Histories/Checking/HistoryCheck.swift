/// A check of what concurrent transactions read and wrote: no value is lost, doubled, or read from a transaction that
/// failed or had not ended, and there is an order of all transactions that explains what each read. In the words of Adya
/// and of Elle: no G0, G1 and lost update, and for what is promised more, no G2.
package struct HistoryCheck {
    private let transactions: [Transaction]
    /// The lists at the end.
    private let last: [Int: [Int]]
    /// The transaction that appended a value.
    private var writers: [Int: Int] = [:]
    private var problems: [String] = []

    /// - Parameters:
    ///   - transactions: all that ended, or were begun where that is known.
    ///   - last: the list of each key when all had ended.
    ///   - killed: the programs that may have written what is in no history.
    /// - Returns: what is wrong; nothing as a rule.
    package static func problems(
        of transactions: [Transaction], last: [Int: [Int]], killed: Set<Int> = []
    ) -> [String] {
        var check = HistoryCheck(transactions, last)
        check.findWriters()
        check.checkLists(killed)
        check.checkReads()
        if check.problems.isEmpty { check.checkOrder() }
        return check.problems
    }

    private init(_ transactions: [Transaction], _ last: [Int: [Int]]) {
        self.transactions = transactions
        self.last = last
    }

    private mutating func findWriters() {
        for (number, transaction) in transactions.enumerated() {
            for case .append(_, let value) in transaction.operations { writers[value] = number }
        }
    }

    /// Each value once, those of committed transactions, and none of failed ones.
    private mutating func checkLists(_ killed: Set<Int>) {
        var places: [Int: Int] = [:]
        for (key, list) in last {
            for value in list {
                if places.updateValue(key, forKey: value) != nil { problems.append("\(value) is there twice") }
                if let writer = writers[value] {
                    if transactions[writer].outcome == .failed {
                        problems.append("\(value) is there, of a transaction that failed: \(transactions[writer])")
                    }
                } else if !killed.contains(Self.process(of: value)) {
                    problems.append("\(value) is there, and nobody wrote it")
                }
            }
        }
        for transaction in transactions where transaction.outcome == .committed {
            for case .append(let key, let value) in transaction.operations where places[value] != key {
                problems.append("\(value) is lost: \(transaction)")
            }
        }
        for transaction in transactions where transaction.outcome == .unknown {
            let found = transaction.operations.filter { operation in
                if case .append(_, let value) = operation { places[value] != nil } else { false }
            }
            let count = transaction.operations.count { if case .append = $0 { true } else { false } }
            if !found.isEmpty, found.count < count { problems.append("a part is there of \(transaction)") }
        }
    }

    /// A value that a program with a number writes as its n-th.
    package static func value(_ count: Int, of process: Int) -> Int { process << 32 | count }

    static func process(of value: Int) -> Int { value >> 32 }

    /// Checks that what was read is a beginning of the last list, ends where a transaction ended, and has what the
    /// reader appended.
    private mutating func checkReads() {
        for transaction in transactions where transaction.outcome == .committed {
            var own: [Int: [Int]] = [:]
            for operation in transaction.operations {
                switch operation {
                case .append(let key, let value): own[key, default: []].append(value)
                case .read(let key, let values): check(values, key, own[key] ?? [], transaction)
                }
            }
        }
    }

    private mutating func check(_ values: [Int], _ key: Int, _ own: [Int], _ reader: Transaction) {
        guard values.suffix(own.count) == own[...] else {
            return problems.append("what it appended itself to \(key) is not in what was read: \(reader)")
        }
        let list = last[key] ?? []
        guard values.count <= list.count, values[...] == list.prefix(values.count) else {
            return problems.append("what was read is no beginning of the last list of \(key): \(reader)")
        }
        let others = values.dropLast(own.count)
        guard own.isEmpty, let value = others.last, let writer = writers[value] else { return }
        let appended = transactions[writer].operations.compactMap { operation in
            if case .append(key, let value) = operation { value } else { nil }
        }
        if appended.last != value { problems.append("it read \(value) in the middle of a transaction: \(reader)") }
    }
}

// The order of all transactions.
extension HistoryCheck {
    private mutating func checkOrder() {
        var graph = TransactionGraph(count: transactions.count)
        for (_, list) in last { addWrites(list, to: &graph) }
        for (number, transaction) in transactions.enumerated() where transaction.outcome == .committed {
            addReads(of: transaction, number, to: &graph)
        }
        addMoments(to: &graph)
        guard let cycle = graph.cycle() else { return }
        let steps = cycle.map { "\(transactions[$0.from])\n    \($0.reason) " }
        problems.append("there is no order of these:\n    " + steps.joined())
    }

    private func addWrites(_ list: [Int], to graph: inout TransactionGraph) {
        let known = list.compactMap { writers[$0] }
        for (from, to) in zip(known, known.dropFirst()) { graph.add(from, to, "wrote before") }
    }

    private func addReads(of transaction: Transaction, _ number: Int, to graph: inout TransactionGraph) {
        let written = Set(
            transaction.operations.compactMap { if case .append(let key, _) = $0 { key } else { nil } })
        for case .read(let key, let values) in transaction.operations {
            if let value = values.last, let writer = writers[value] { graph.add(writer, number, "was read by") }
            // An edit may miss what came between its read of what it does not write and its commit.
            guard transaction.kind != .edit || written.contains(key) else { continue }
            let next = last[key]?.dropFirst(values.count).lazy.compactMap { writers[$0] }.first { $0 != number }
            if let next { graph.add(number, next, "did not see") }
        }
    }

    /// Puts what had ended before what began later: the last that ended before a moment is enough, since those before
    /// it come before that one, or ran while it did.
    private func addMoments(to graph: inout TransactionGraph) {
        let known = transactions.indices.filter { transactions[$0].outcome == .committed }
        let byEnd = known.sorted { transactions[$0].ended < transactions[$1].ended }
        let byBeginning = known.sorted { transactions[$0].began < transactions[$1].began }
        // Each moment between is a node of its own, in a chain: each end leads to it, and it to each beginning.
        var previous: Int?
        var next = 0
        for number in byBeginning {
            var node = previous
            while next < byEnd.count, transactions[byEnd[next]].ended < transactions[number].began {
                let moment = graph.addNode()
                graph.add(byEnd[next], moment, "ended before")
                if let node { graph.add(node, moment, "") }
                node = moment
                next += 1
            }
            if let node { graph.add(node, number, "") }
            previous = node
        }
    }
}
