import Foundation

/// The upper end of a plot's scale.
enum PlotScale {
    /// The least round number that is not below any value: 1, 2, 5, 10, 20 …
    static func top(of values: [Double]) -> Double {
        let most = values.lazy.filter(\.isFinite).max() ?? 0
        guard most > 0 else { return 1 }
        let power = pow(10, floor(log10(most)))
        return [1, 2, 5, 10].lazy.map { $0 * power }.first { $0 >= most } ?? most
    }
}
