/// A number that is printed for what it says, with no peer beside it.
package struct Figure {
    let id: String
    let value: Double
    let unit: String
    let note: String

    package init(id: String, value: Double, unit: String, note: String = "") {
        (self.id, self.value, self.unit, self.note) = (id, value, unit, note)
    }
}
