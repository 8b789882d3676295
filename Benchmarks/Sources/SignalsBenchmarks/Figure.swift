/// A number that is printed for what it says, with no peer beside it.
struct Figure {
    let id: String
    let value: Double
    let unit: String
    var note = ""
}
