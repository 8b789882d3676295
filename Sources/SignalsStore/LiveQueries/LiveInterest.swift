/// The commits that concern a query.
struct LiveInterest: Sendable {
    /// The entities whose rows it finds.
    let entityNames: Set<String>
    /// True if rows of other entities decide what it finds, so that any commit may change that.
    let readsOtherRows: Bool
    /// The relationships whose members belong to its rows.
    let included: IncludedRelationships

    init(
        _ query: Query, _ schemas: some Sequence<EntitySchema>,
        _ included: IncludedRelationships = IncludedRelationships()
    ) {
        self.included = included
        // A batch on the entity of a superclass names that.
        let above = schemas.filter { $0.subentities.contains(query.entity.name) }.map(\.name)
        entityNames = Set([query.entity.name] + query.entity.subentities + above)
        readsOtherRows = query.looksAtOtherRows
    }
}
