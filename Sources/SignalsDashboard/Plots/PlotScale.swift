import Foundation

/// The ends of a plot's scale, with 0 between or at them.
struct PlotScale: Hashable {
    /// The lower end: 0, or a round number that is not above any value.
    let bottom: Double
    /// The upper end: a round number that is not below any value.
    let top: Double

    /// The scale of values; values that are not finite are ignored.
    init(of values: some Collection<Double>) {
        let finite = values.lazy.filter(\.isFinite)
        let (least, most) = (finite.min() ?? 0, finite.max() ?? 0)
        bottom = least < 0 ? -Self.round(-least) : 0
        top = most > 0 ? Self.round(most) : bottom < 0 ? 0 : 1
    }

    /// A scale with the given ends.
    init(bottom: Double, top: Double) {
        (self.bottom, self.top) = (bottom, top)
    }

    /// Returns the place of a value on the scale, from 0 to 1; nil for a value that is not finite.
    func share(of value: Double) -> Double? {
        guard value.isFinite else { return nil }
        // Halves, since the distance of two numbers may be none.
        let share = (value / 2 - bottom / 2) / (top / 2 - bottom / 2)
        return share.isFinite ? min(max(share, 0), 1) : 0
    }

    /// Returns the least round number that is not below a positive value: 1, 2, 5, 10, 20 …
    private static func round(_ value: Double) -> Double {
        let power = pow(10, floor(log10(value)))
        return [1, 2, 5, 10].lazy.map { $0 * power }.first { $0 >= value && $0.isFinite } ?? value
    }
}
