/// A format string with its arguments, to be applied to any entity.
struct ParsedFormat: Sendable {
    let format: String
    let node: FormatNode

    var condition: ObjectCondition {
        ObjectCondition(
            translate: { entity, store in
                try FormatTranslator(format: format, entity: entity, store: store).translate(node)
            },
            matches: { object in
                let translator = FormatTranslator(
                    format: format, entity: object.entity, store: object.confinement.store)
                return try RowEvaluation(of: object).holds(try translator.translate(node))
            })
    }
}
