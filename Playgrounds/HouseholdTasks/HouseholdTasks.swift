@main struct HouseholdTasks {
    static func main() {}
}
