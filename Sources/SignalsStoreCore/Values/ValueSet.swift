/// Values that are looked up often, as when a predicate asks for one of very many.
package final class ValueSet: Sendable {
    private let values: Set<ComparedValue>
    private let type: AttributeType

    package init(_ values: some Sequence<StoredValue>, of type: AttributeType) {
        self.values = Set(values.map { ComparedValue($0, as: type) })
        self.type = type
    }

    /// The values, in no order.
    package var storedValues: [StoredValue] { values.map { $0.storedValue(as: type) } }

    package func contains(_ value: StoredValue) -> Bool { values.contains(ComparedValue(value, as: type)) }
}

extension ValueSet: Equatable {
    package static func == (left: ValueSet, right: ValueSet) -> Bool {
        left.values == right.values && left.type == right.type
    }
}
