import Foundation

/// The way of a store from the model that it keeps to another one, the same for SQLite and PostgreSQL. Stores of other
/// packages keep less, and `TableStore` asks them to migrate.
package struct ModelUpgrade {
    /// The name of the store in errors.
    package let name: String
    package let url: URL
    package let model: ModelRecord
    package let options: MigrationOptions

    package init(of name: String, _ url: URL, to model: ModelRecord, _ options: MigrationOptions) {
        (self.name, self.url, self.model, self.options) = (name, url, model, options)
    }

    /// Returns the stages written by hand that begin at a model.
    package func path(from stored: ModelRecord) -> [MigrationStage] {
        MigrationStage.path(options.stages, from: stored.version, to: model.version)
    }

    /// Throws if the models alone show that the migration is not possible.
    ///
    /// - Returns: the plan; nil if stages written by hand decide about all data.
    /// - Throws: `StoreError`.
    @discardableResult
    package func requirePossible(from stored: ModelRecord) throws(StoreError) -> MigrationPlan? {
        let plan = MigrationPlan(from: stored.entities, to: model.entities)
        let hasStages = !path(from: stored).isEmpty
        if !hasStages { try plan.requireCommonClass(in: name, dropping: options.dropping) }
        if (plan.isImpossible && !hasStages) || (!plan.isEmpty && !options.isAutomatic) {
            throw .incompatibleModel(url, differences: plan.descriptions)
        }
        return hasStages ? nil : plan
    }

    /// Throws an error for data that would be dropped without permission.
    ///
    /// - Parameter count: counts what a part holds.
    /// - Throws: `StoreError`, or what `count` throws.
    package func requireNoLoss(_ plan: MigrationPlan, _ count: (ModelPart) throws -> Int) throws {
        let losses = try plan.losses(dropping: options.dropping, count)
        if !losses.isEmpty { throw StoreError.wouldDrop(name, losses) }
    }

    /// Goes through the stages written by hand, and from where they end by the rules.
    ///
    /// - Parameters:
    ///   - count: counts what a part holds.
    ///   - migrate: does one step, and runs what is written by hand; it returns what is in its way.
    /// - Returns: the model as it is kept from now on.
    /// - Throws: `StoreError`, or what the closures throw.
    package func run(
        from stored: ModelRecord, _ meter: inout MigrationMeter, _ count: (ModelPart) throws -> Int,
        _ migrate: (MigrationPlan, inout MigrationMeter, ((any MigrationRows) throws -> Void)?) throws -> [String]
    ) throws -> ModelRecord {
        var present = stored
        for stage in path(from: stored) {
            let next = ModelRecord(stage.target.entities, version: stage.target.version)
            let plan = MigrationPlan(from: present.entities, to: next.entities)
            let obstacles = try migrate(plan, &meter) { rows in
                try stage.run(on: rows, plan, of: url, named: name, dropping: options.dropping)
            }
            try requireNone(obstacles, plan)
            present = present.succeeded(by: next, isOther: !plan.isEmpty)
        }
        let plan = MigrationPlan(from: present.entities, to: model.entities)
        if plan.isImpossible { throw StoreError.incompatibleModel(url, differences: plan.descriptions) }
        try requireNoLoss(plan, count)
        try requireNone(try migrate(plan, &meter, nil), plan)
        return present.succeeded(by: model, isOther: !plan.isEmpty)
    }

    private func requireNone(_ obstacles: [String], _ plan: MigrationPlan) throws(StoreError) {
        guard !obstacles.isEmpty else { return }
        let others = plan.descriptions.filter { line in !obstacles.contains { $0.hasPrefix(line) } }
        throw .incompatibleModel(url, differences: obstacles + others)
    }
}
