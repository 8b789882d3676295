import Foundation

/// The memory of a page: cells beside each other, and a heap of bytes that they point into. Only a builder that nobody
/// shares it with writes, and no longer when it has become part of a page.
@usableFromInline package final class PageMemory {
    // Unchecked, since a target above could not see that nobody else writes, and would check at each cell: a fifth of
    // the time of a fetch.
    @usableFromInline @exclusivity(unchecked) package private(set) var cells: UnsafeMutablePointer<RowCell>
    @usableFromInline @exclusivity(unchecked) package private(set) var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline @exclusivity(unchecked) package private(set) var cellCapacity: Int
    @usableFromInline @exclusivity(unchecked) package private(set) var byteCapacity: Int

    init(cells cellCapacity: Int, bytes byteCapacity: Int) {
        self.cellCapacity = max(1, cellCapacity)
        self.byteCapacity = max(1, byteCapacity)
        cells = Self.memory(for: self.cellCapacity)
        bytes = Self.memory(for: self.byteCapacity)
    }

    deinit {
        free(cells)
        free(bytes)
    }

    // Where they are, if there is room: what a page has too much of is given back without a copy.
    @usableFromInline package func setCellCapacity(_ capacity: Int) {
        cellCapacity = max(1, capacity)
        cells = Self.memory(for: cellCapacity, in: cells)
    }

    @usableFromInline package func setByteCapacity(_ capacity: Int) {
        byteCapacity = max(1, capacity)
        bytes = Self.memory(for: byteCapacity, in: bytes)
    }

    private static func memory<Element: BitwiseCopyable>(
        for count: Int, in present: UnsafeMutablePointer<Element>? = nil
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = realloc(present, count * MemoryLayout<Element>.stride) else {
            fatalError("There is no memory for \(count) values of a page.")
        }
        return memory.assumingMemoryBound(to: Element.self)
    }

    @usableFromInline package func copy(cells cellCount: Int, bytes byteCount: Int) -> PageMemory {
        let copy = PageMemory(cells: cellCapacity, bytes: byteCapacity)
        copy.cells.initialize(from: cells, count: cellCount)
        copy.bytes.initialize(from: bytes, count: byteCount)
        return copy
    }
}
