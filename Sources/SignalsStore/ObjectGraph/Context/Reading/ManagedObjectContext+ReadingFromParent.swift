// The reads of a child from its parent; they run on the child's queue.
extension ManagedObjectContext {
    /// The objects that the parent finds, in its order.
    ///
    /// - Parameter query: the request's, where it finds nothing that has changes above.
    func fetch<Object: ManagedObject>(
        _ request: FetchRequest<Object>, from parent: ManagedObjectContext, _ query: Query? = nil
    ) throws -> [Object] {
        let request = request.ofParent
        if let found = try fetchPages(request, from: parent, query) { return found }
        let rows = try ask(parent) { try parent.rows(for: request, query) }
        let found = try take(rows)
        let isExact = rows.pages.allSatisfy { entity(named: $0.entity.name)?.type == Object.self }
        // SAFETY: the entities of all pages have this class, and arrays of references have one layout. A cast would look at
        // each object.
        return isExact ? unsafeBitCast(found, to: [Object].self) : found.compactMap { $0 as? Object }
    }

    /// Makes the objects of each page while the parent reads, so that no more than one is kept: a million rows would not fit
    /// into the processor's caches, nor into memory twice.
    ///
    /// - Returns: nil, and nothing was read, where the parent finds what it has changed too, reads from a parent itself, or
    ///   where its queue is one of another thread, on which objects of this context are not made.
    private func fetchPages<Object: ManagedObject>(
        _ request: FetchRequest<Object>, from parent: ManagedObjectContext, _ settled: Query?
    ) throws -> [Object]? {
        let entity = entity(for: Object.self)
        guard case .store = parent.source, entity.type == Object.self else { return nil }
        var (found, known): ([ManagedObject], [ManagedObject]) = ([], [])
        defer { awakeFetched() }
        let isRead = try ask(parent) {
            guard confinement.isEntered else { return false }
            try parent.applyInbox()
            guard let query = try settled ?? parent.storesQuery(request, entity), query.entity.subentities.isEmpty
            else {
                return false
            }
            takeOverAliases()
            parent.exports += 1
            let version = parent.exports
            try parent.readStore { store in
                try store.fetch(query) { stored in
                    let page = stored.with(version: version)
                    for row in page.indices {
                        guard let its = parent.objects[page.key(row).number] else {
                            found.append(try object(for: row, of: page, entity))
                            continue
                        }
                        known.append(its)
                        found.append(try object(for: 0, of: parent.exported(row, of: stored, entity), entity))
                    }
                }
            }
            try parent.readPartedPairs()
            try parent.readMembersForChild(of: known)
            return true
        }
        // SAFETY: each object was made for `entity`, whose class is this, and arrays of references have one layout.
        return isRead ? unsafeBitCast(found, to: [Object].self) : nil
    }

    /// The objects of these rows, made or brought up to date.
    ///
    /// - Parameter leavesKnown: true to leave those as they are that have been read.
    @discardableResult
    func take(_ rows: ParentRows, leavingKnown leavesKnown: Bool = false) throws -> [ManagedObject] {
        takeOverAliases()
        var found: [ManagedObject] = []
        for page in rows.pages {
            guard let entity = entity(named: page.entity.name) else { continue }
            for row in page.indices {
                let known = leavesKnown ? objects[page.key(row).number].flatMap { $0.isUnloaded ? nil : $0 } : nil
                found.append(try known ?? object(for: row, of: page, entity))
            }
        }
        awakeFetched()
        if found.elementsEqual(rows.order, by: { $0.number == $1 }) { return found }
        let byNumber = Dictionary(found.lazy.map { ($0.number, $0) }) { first, _ in first }
        return rows.order.compactMap { byNumber[$0] }
    }

    /// Brings the objects of this context that a notice names up to date. An object that the parent does not have any
    /// more is gone, unless it was changed here: then the next save reports the conflict.
    func take(_ rows: ParentRows, _ notice: CommitNotice) throws {
        takeOverAliases()
        var seen: Set<Int64> = []
        try puttingListsInOrderOnce {
            for page in rows.pages {
                guard let entity = entity(named: page.entity.name) else { continue }
                for row in page {
                    seen.insert(row.number)
                    if objects[row.number] != nil { _ = try object(for: row, entity) }
                }
            }
        }
        let missing = notice.changed.values.joined().lazy.filter { !seen.contains($0) }.compactMap { self.objects[$0] }
        let gone = forgetIfClean(missing.filter { $0.version < rows.version })
        ObjectGraph(context: self).loseGone(gone)
    }
}
