import Testing

@testable import SignalsStore

@Suite struct FormatParserTests {
    @Test(arguments: [
        ("", 0, "a name or a value was expected"), ("age >", 5, "a name or a value was expected"),
        ("age", 3, "an operator was expected"), ("age > 30 AND", 12, "a name or a value"),
        ("age > 30 age < 3", 9, "AND, OR or the end"), ("(age > 30", 9, "closing parenthesis"),
        ("age > 30)", 8, "AND, OR or the end"), ("name == 'x", 8, "no closing '"), ("age > %", 6, "% is followed by"),
        ("age > %s", 6, "% is followed by"), ("age IN {1, 2", 12, "closing brace"), ("name LIKE[x] 'a'", 9, "[c]"),
        ("age >[c] 3", 4, "no option [c]"), ("age # 3", 4, "# means nothing"), ("AND age", 0, "give it with %K"),
    ])
    func aSyntaxErrorSaysWhereAndWhat(_ format: String, _ position: Int, _ reason: String) {
        let error = #expect(throws: PredicateFormatError.self) { try FormatParser.parse(format, []) }
        #expect(error?.position == position)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.description.contains("“\(format)”") == true)
    }

    @Test func argumentsMustFitTheirPlaces() {
        let cases: [(String, [(any Sendable)?], Int, String)] = [
            ("age > %@", [], 6, "no argument left"), ("age > 3", [3], 7, "1 more arguments"),
            ("age > %d", ["x"], 6, "must be an integer"), ("%K > 3", [3], 0, "must be a name"),
        ]
        for (format, arguments, position, reason) in cases {
            let error = #expect(throws: PredicateFormatError.self) { try FormatParser.parse(format, arguments) }
            #expect(error?.position == position, "\(format)")
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }

    @Test func deepNestingIsRefusedAndNotACrash() {
        let format = String(repeating: "(", count: 100_000)
        #expect(throws: PredicateFormatError.self) { try FormatParser.parse(format, []) }
    }

    @Test(arguments: [
        "a = 1", "a==1", "a <> 1", "a => 1", "a =< 1", "NOT a = 1", "!(a = 1)", "not a = 1 and b = 2 || c = 3",
        "name BEGINSWITH[c] \"x\"", "a BETWEEN {1, 2}", "a IN {}", "a = -1.5e3", "a = NULL", "TRUEPREDICATE",
        "name == 'it\\'s'",
    ])
    func theseAreUnderstood(_ format: String) {
        #expect(throws: Never.self) { try FormatParser.parse(format, []) }
    }
}
