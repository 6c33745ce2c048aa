import TrellisGrammars

/// What may come at a place between the members of an object.
struct MemberChoice {
    /// The set of declared properties whose names may come, nil when there is none.
    var names: Int32?
    /// The open properties whose names may come.
    var open: [Int32]
    /// Whether the object may end.
    var allowsEnd: Bool

    /// Whether a member may come.
    var allowsMember: Bool { names != nil || !open.isEmpty }
}

/// The rules of an object's members: which names may come after which.
///
/// The names still to come are one number: in declared order the position after the last name, in any order the
/// number of the set of unused names. Whatever is allowed leaves a way to the end: a name is refused when after it
/// the required names, and the open members that are needed, would not fit under the greatest count, or too few names would
/// be left for the least one.
extension GrammarProgram {
    /// The names still to come at the start of an object.
    func initialNames(_ object: ObjectNode, _ local: LocalLexemes) -> Int32 {
        switch object.order {
        case .declared: return 0
        case .any: return local.propertySet(words(of: 0..<object.properties.count, in: object) { _ in true })
        }
    }

    /// The names still to come after a property.
    func namesAfter(_ property: Int32, _ names: Int32, _ object: ObjectNode, _ local: LocalLexemes) -> Int32 {
        switch object.order {
        case .declared: return property + 1
        case .any:
            var words = local.words(ofSet: names)
            words[Int(property >> 5)] &= ~(1 << (property & 31))
            return local.propertySet(words)
        }
    }

    /// The names still to come after an open property.
    func namesAfterOpen(_ names: Int32, _ object: ObjectNode) -> Int32 {
        switch object.order {
        case .declared: Int32(object.properties.count)
        case .any: names
        }
    }

    /// What may come at a place between members, which a frame tells.
    func memberChoice(
        _ object: ObjectNode, _ table: ObjectTable, at frame: Frame, _ local: LocalLexemes
    ) -> MemberChoice {
        let names = frame.names
        let room = object.maximumCount.map { $0 - Int(frame.count) } ?? .max
        let needed = object.minimumCount - Int(frame.count)
        let unmet = table.needs.plan(for: Int(frame.needs))?.elements ?? .max
        /// The open properties that leave room for the required ones and for those that are needed.
        func open(required: Int) -> [Int32] {
            table.open.indices.filter { index in
                guard let after = table.needs.plan(for: Int(frame.needs & ~table.open[index].needs)) else {
                    return false
                }
                return room > required + after.elements
            }.map(Int32.init)
        }
        switch object.order {
        case .declared:
            let position = Int(names)
            let total = object.properties.count
            let required = Int(table.requiredAfter[position])
            let next = Int(table.nextRequired[position])
            let isOpen = !table.open.isEmpty
            // A name may be skipped while enough names are left for the least count.
            let last = isOpen ? next : min(next, usablePrefix(object, from: position, needed: needed))
            // Optional names before the next required one need room beside the required ones.
            let first = room > required + unmet ? position : next
            let words = words(of: first..<min(last + 1, total), in: object) { isLive[$0.value.index] }
            let set = room > 0 && words.contains { $0 != 0 } ? local.propertySet(words) : nil
            return MemberChoice(
                names: set, open: required == 0 ? open(required: 0) : [],
                allowsEnd: required == 0 && needed <= 0 && unmet == 0)
        case .any:
            let unused = local.words(ofSet: names)
            func isUnused(_ index: Int) -> Bool { unused[index >> 5] >> Int32(index & 31) & 1 == 1 }
            let required = object.properties.indices.filter { object.properties[$0].isRequired && isUnused($0) }.count
            var index = -1
            let words = words(of: 0..<object.properties.count, in: object) { property in
                index += 1
                return isUnused(index) && isLive[property.value.index]
                    && (property.isRequired || room > required + unmet)
            }
            let set = room > 0 && words.contains { $0 != 0 } ? local.propertySet(words) : nil
            return MemberChoice(
                names: set, open: open(required: required),
                allowsEnd: required == 0 && needed <= 0 && unmet == 0)
        }
    }

    /// The last position that may be chosen so that it and the live ones after it are at least `needed`.
    private func usablePrefix(_ object: ObjectNode, from position: Int, needed: Int) -> Int {
        guard needed > 0 else { return object.properties.count }
        var left = 0
        for index in stride(from: object.properties.count - 1, through: position, by: -1)
        where isLive[object.properties[index].value.index] {
            left += 1
            if left == needed { return index }
        }
        return position - 1
    }

    private func words(
        of range: Range<Int>, in object: ObjectNode, where isIncluded: (ObjectNode.Property) -> Bool
    ) -> [Int32] {
        var words = [Int32](repeating: 0, count: (object.properties.count + 31) / 32)
        for index in range where isIncluded(object.properties[index]) { words[index >> 5] |= 1 << Int32(index & 31) }
        return words
    }
}
