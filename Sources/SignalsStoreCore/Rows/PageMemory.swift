import Foundation

/// The memory of a page: cells beside each other, and a heap of bytes that they point into.
// SAFETY: only a builder that nobody shares it with writes, and no longer when it has become part of a page.
@usableFromInline package final class PageMemory: @unchecked Sendable {
    // Unchecked, since a target above could not see that nobody else writes, and would check at each cell: a fifth of
    // the time of a fetch.
    @usableFromInline @exclusivity(unchecked) package private(set) var cells: UnsafeMutablePointer<RowCell>
    @usableFromInline @exclusivity(unchecked) package private(set) var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline @exclusivity(unchecked) package private(set) var cellCapacity: Int
    @usableFromInline @exclusivity(unchecked) package private(set) var byteCapacity: Int

    init(cells cellCapacity: Int, bytes byteCapacity: Int) {
        self.cellCapacity = max(1, cellCapacity)
        self.byteCapacity = max(1, byteCapacity)
        cells = .allocate(capacity: self.cellCapacity)
        bytes = .allocate(capacity: self.byteCapacity)
    }

    deinit {
        cells.deallocate()
        bytes.deallocate()
    }

    @usableFromInline package func setCellCapacity(_ capacity: Int, keeping count: Int) {
        let new = UnsafeMutablePointer<RowCell>.allocate(capacity: max(1, capacity))
        new.moveInitialize(from: cells, count: count)
        cells.deallocate()
        (cells, cellCapacity) = (new, max(1, capacity))
    }

    @usableFromInline package func setByteCapacity(_ capacity: Int, keeping count: Int) {
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, capacity))
        new.moveInitialize(from: bytes, count: count)
        bytes.deallocate()
        (bytes, byteCapacity) = (new, max(1, capacity))
    }

    @usableFromInline package func copy(cells cellCount: Int, bytes byteCount: Int) -> PageMemory {
        let copy = PageMemory(cells: cellCapacity, bytes: byteCapacity)
        copy.cells.initialize(from: cells, count: cellCount)
        copy.bytes.initialize(from: bytes, count: byteCount)
        return copy
    }
}
