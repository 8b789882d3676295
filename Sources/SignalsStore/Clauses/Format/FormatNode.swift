/// A parsed format string.
indirect enum FormatNode: Sendable {
    case constant(Bool)
    case and(FormatNode, FormatNode)
    case or(FormatNode, FormatNode)
    case not(FormatNode)
    case comparison(FormatComparison)
}
