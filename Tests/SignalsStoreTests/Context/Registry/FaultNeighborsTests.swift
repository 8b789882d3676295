import Testing

@testable import SignalsStore

@Suite struct FaultNeighborsTests {
    private let entity = ManagedObjectModel(Chore.self).entities[0]

    /// Walks rows, and counts the reads that it takes.
    private func reads(_ walk: some Sequence<Int64>, after noted: some Sequence<Int64>) -> Int {
        var neighbors = FaultNeighbors()
        for number in noted { neighbors.note(number, of: ObjectIdentifier(entity)) }
        var known: Set<Int64> = []
        var reads = 0
        for number in walk where !known.contains(number) {
            let batch = neighbors.batch(around: number, of: ObjectIdentifier(entity))
            #expect(batch.contains(number))
            known.formUnion(batch)
            reads += 1
        }
        return reads
    }

    @Test func aWalkInEitherDirectionTakesOneReadForManyRows() {
        #expect(reads(1...10_240, after: 1...10_240) == 40)
        #expect(reads((1...10_240).reversed(), after: 1...10_240) <= 42)
    }

    @Test func aWalkThatTurnsReadsAheadOnTheWayBackToo() {
        let there = Array(5000...10_000 as ClosedRange<Int64>)
        let back = (1..<5000 as Range<Int64>).reversed()
        #expect(reads(there + back, after: 1...10_240) <= 42)
    }

    @Test func aRowThatWasNeverReferredToIsReadAlone() {
        var neighbors = FaultNeighbors()
        #expect(neighbors.batch(around: 7, of: ObjectIdentifier(entity)) == [7])
        neighbors.note(1, of: ObjectIdentifier(entity))
        #expect(neighbors.batch(around: 7, of: ObjectIdentifier(entity)) == [7])
    }
}
