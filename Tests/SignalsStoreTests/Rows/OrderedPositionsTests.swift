import Testing

@testable import SignalsStore

@Suite struct OrderedPositionsTests {
    @Test func positionsThatAscendStay() {
        #expect(OrderedPositions.respaced([1, 2, 5]) == [1, 2, 5])
        #expect(OrderedPositions.respaced([]) == [])
    }

    @Test func aMovedMemberIsTheOnlyOneThatChanges() {
        let moved = OrderedPositions.respaced([3072, 1024, 2048])
        #expect(moved[1...] == [1024, 2048])
        #expect(moved[0] < 1024)
    }

    @Test func membersWithoutAPositionGetOneBetweenTheirNeighbors() {
        let filled = OrderedPositions.respaced([1024, .nan, .nan, 2048, .nan])
        #expect(filled[0] == 1024 && filled[3] == 2048)
        #expect(filled == filled.sorted())
        #expect(Set(filled).count == 5)
    }

    @Test func withoutRoomBetweenNeighborsAllAreSpacedAgain() {
        let tight = OrderedPositions.respaced([1, .nan, 1.0.nextUp])
        #expect(tight == [1024, 2048, 3072])
    }
}
