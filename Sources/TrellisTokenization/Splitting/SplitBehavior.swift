/// What becomes of the matches of a pattern that splits a text; raw values are those of `tokenizer.json`.
enum SplitBehavior: String, Sendable {
    /// Each match is left out.
    case removed = "Removed"
    /// Each match is a piece.
    case isolated = "Isolated"
    /// Each match belongs to the piece before it.
    case mergedWithPrevious = "MergedWithPrevious"
    /// Each match belongs to the piece after it.
    case mergedWithNext = "MergedWithNext"
    /// Each run of matches is a piece.
    case contiguous = "Contiguous"

    /// Appends the pieces that matches and the spans between them make.
    func append(_ spans: [(range: Range<Int>, isMatch: Bool)], to pieces: inout [Range<Int>]) {
        switch self {
        case .removed:
            for span in spans where !span.isMatch { pieces.append(span.range) }
        case .isolated:
            for span in spans { pieces.append(span.range) }
        case .contiguous:
            appendMerging(spans, to: &pieces) { previous, next in previous.isMatch == next.isMatch }
        case .mergedWithPrevious:
            appendMerging(spans, to: &pieces) { previous, next in next.isMatch && !previous.isMatch }
        case .mergedWithNext:
            appendMerging(spans, to: &pieces) { previous, next in previous.isMatch && !next.isMatch }
        }
    }

    /// Appends the spans, joining each to the one before when a condition on the two holds.
    private func appendMerging(
        _ spans: [(range: Range<Int>, isMatch: Bool)], to pieces: inout [Range<Int>],
        _ joins: ((range: Range<Int>, isMatch: Bool), (range: Range<Int>, isMatch: Bool)) -> Bool
    ) {
        for (number, span) in spans.enumerated() {
            if number > 0, joins(spans[number - 1], span), let last = pieces.popLast() {
                pieces.append(last.lowerBound..<span.range.upperBound)
            } else {
                pieces.append(span.range)
            }
        }
    }
}
