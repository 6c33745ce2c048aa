/// What goes on when a lexeme or a node has ended: an entry of the stack.
struct Frame: Hashable {
    /// The kinds of entries; the node's fields tell the rest.
    enum Kind: Int32 {
        /// The text may end.
        case end
        /// A sequence, `first` parts done.
        case sequence
        /// A repetition, `first` rounds done.
        case repetition
        /// After `{`.
        case objectOpen
        /// After a declared name; the accepted lexeme tells which.
        case objectName
        /// After a declared name and its colon: `first` is the property.
        case objectColon
        /// After an open name: `first` is the open property.
        case objectOpenName
        /// After an open name and its colon: `first` is the open property.
        case objectOpenColon
        /// After a member.
        case objectNext
        /// After a comma, or the white space before the first member.
        case objectComma
        /// After `[`.
        case arrayOpen
        /// After `first` elements.
        case arrayNext
        /// After the comma behind `first` elements.
        case arrayComma
        /// After a literal that is compared: `first` is its value.
        case value
    }

    /// The kind.
    var kind: Kind
    /// The node.
    var node: Int32 = 0
    /// A part, round, element or property; see the kinds.
    var first: Int32 = 0
    /// For objects: which declared names may still come (a position, or the number of a name set).
    var names: Int32 = 0
    /// For objects with a bound on their members: how many there are. For arrays with tallies: their counts as one number.
    var count: Int32 = 0
    /// For objects: the needs that no member has met yet, one bit each.
    var needs: Int32 = 0
    /// Where elements or names must differ: the set of those so far.
    var record: Int32 = 0
    /// The stack below.
    var parent: StackTable.Stack = StackTable.none
}
