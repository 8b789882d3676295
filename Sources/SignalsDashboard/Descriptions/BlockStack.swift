/// Blocks that stand side by side.
@MainActor
protocol BlockStack: Content {
    var blocks: [Block] { get }
    var axis: Axis { get }

    /// Returns the same without frames around its blocks.
    func withoutFrames() -> Self
}

extension BlockStack {
    /// Returns the sum of its blocks in its direction, and the largest of them across.
    public func measure(in room: Size) -> Measure {
        var (least, most) = ((along: 0, across: 1), (along: 0, across: 1))
        let across: Axis = axis == .columns ? .rows : .columns
        for block in blocks {
            let measure = block.measure(in: room)
            let part = block.part(along: axis, in: room)
            least.along += part.needed
            most.along += part.wanted
            least.across = max(least.across, block.part(along: across, in: room).needed)
            most.across = max(most.across, across.length(of: measure.most))
        }
        return Measure(least: size(least), most: size((min(most.along, Size.unlimited), most.across)))
    }

    /// Divides the canvas among the blocks and draws them.
    public func draw(on canvas: inout Canvas) {
        let parts = blocks.map { $0.part(along: axis, in: canvas.size) }
        let division = Division(parts, room: axis.length(of: canvas.size))
        var place = 0
        for (block, length) in zip(blocks, division.lengths) {
            guard let length, length > 0 else { continue }
            let size = block.size(in: axis.size(length, across: canvas.size), along: axis)
            canvas.draw(block, row: axis == .rows ? place : 0, column: axis == .columns ? place : 0, size: size)
            place += length
        }
    }

    private func size(_ lengths: (along: Int, across: Int)) -> Size {
        axis == .columns
            ? Size(columns: lengths.along, rows: lengths.across) : Size(columns: lengths.across, rows: lengths.along)
    }
}

extension Block {
    /// Returns the room it takes of `room`, whose length in the direction of `axis` is its own already.
    fileprivate func size(in room: Size, along axis: Axis) -> Size {
        switch (axis, axis == .columns ? height : width) {
        case (.columns, .fixed(let rows)): Size(columns: room.columns, rows: min(rows, room.rows))
        case (.rows, .fixed(let columns)): Size(columns: min(columns, room.columns), rows: room.rows)
        case (.rows, .share(_, _, let most)): Size(columns: min(most, room.columns), rows: room.rows)
        default: room
        }
    }
}

extension Division.Part {
    /// The length without which it is left out.
    fileprivate var needed: Int {
        switch length {
        case .fixed(let count): Self.bounded(count)
        case .fits: least
        case .share(_, let min, _): max(Self.bounded(min), least)
        }
    }

    /// Bounds a length that a program gave, so that sums of many are numbers still.
    private static func bounded(_ length: Int) -> Int { min(max(length, 0), Size.unlimited) }

    /// The length it has a use for.
    fileprivate var wanted: Int {
        switch length {
        case .fixed(let count): Self.bounded(count)
        case .fits: min(most, Size.unlimited)
        case .share(_, _, let max): Self.bounded(max)
        }
    }
}
