import TrellisGrammars

/// How objects and arrays go on.
extension GrammarAutomaton {
    /// Goes on in an array; `ending` is what is known of the element that has ended.
    func resume(_ frame: Frame, _ ending: LexemeEnding, _ array: ArrayNode, _ closure: inout Closure) {
        let punctuation = program.punctuation
        if frame.kind == .arrayComma { return enterElement(frame, array, &closure) }
        var next = frame
        if array.isUnique, frame.kind == .arrayNext { next.record = record(ending, in: frame, &closure) }
        let (allowsElement, allowsEnd) = elementChoice(array, at: next)
        if allowsEnd { add(punctuation.closeBracket, frame.parent, &closure) }
        guard allowsElement else { return }
        next.kind = .arrayComma
        if frame.kind == .arrayNext {
            unsafe add(punctuation.comma, stacks.push(next), &closure)
        } else if let gap = punctuation.gap {
            unsafe add(gap, stacks.push(next), &closure)
        } else {
            enterElement(frame, array, &closure)
        }
    }

    /// The values of a frame with one that has ended.
    private func record(_ ending: LexemeEnding, in frame: Frame, _ closure: inout Closure) -> ValueSets.Number {
        // Whether it differs from a value that isn't known can't be told.
        if distinct.sets.contains(frame.record, ValueTable.unknown) { closure.isUncertain = true }
        return distinct.inserting(ending.value, into: frame.record)
    }

    private func elementChoice(_ array: ArrayNode, at frame: Frame) -> (allowsElement: Bool, allowsEnd: Bool) {
        var choice = program.elementChoice(array, at: frame)
        if array.isUnique, choice.allowsElement {
            choice.allowsElement = program.nextElements(array, at: frame).contains { node, _ in
                refused(array, element: node, at: frame) != nil
            }
        }
        return choice
    }

    /// The values that an element must not have; nil when it can have no others.
    private func refused(_ array: ArrayNode, element: Int32, at frame: Frame) -> ValueSets.Number? {
        distinct.refused(array, frame.node, element: element, at: Int(frame.first), used: frame.record)
    }

    /// The cost of the cheapest element that may come there.
    func distinctCost(of element: Int32, in array: ArrayNode, at frame: Frame) -> Int {
        refused(array, element: element, at: frame).flatMap { distinct.cost(of: element, without: $0) }
            ?? CostTable.infinite
    }

    private func enterElement(_ frame: Frame, _ array: ArrayNode, _ closure: inout Closure) {
        var next = frame
        next.kind = .arrayNext
        // Beyond the places that differ and the least count, an unbounded array does not remember how long it is.
        next.first = array.maximumCount == nil ? Int32(min(Int(frame.first) + 1, array.countedPlaces)) : frame.first + 1
        for (node, count) in program.nextElements(array, at: frame) {
            next.count = count
            guard array.isUnique else {
                unsafe enter(node, stacks.push(next), &closure)
                continue
            }
            if let refused = refused(array, element: node, at: frame) {
                unsafe enter(node, stacks.push(next), without: refused, &closure)
            }
        }
    }

    private func choice(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable
    ) -> MemberChoice {
        let key = MemberKey(
            node: frame.node, names: frame.names, count: frame.count, needs: frame.needs, record: frame.record)
        if let known = memberChoices[key] { return known }
        var choice = program.memberChoice(object, table, at: frame, local)
        if object.hasDistinctNames {
            choice.open.removeAll { openName(table.open[Int($0)], object, at: frame) == nil }
        }
        memberChoices[key] = choice
        return choice
    }

    /// The lexeme of a name that differs from the open names so far; nil when there is none.
    private func openName(_ open: GrammarProgram.OpenName, _ object: ObjectNode, at frame: Frame) -> Int32? {
        object.hasDistinctNames
            ? distinct.start(of: open.property, in: frame.node, without: frame.record) : open.name
    }

    /// Goes on in an object; `ending` is what is known of the name that has ended.
    func resume(
        _ frame: Frame, _ ending: LexemeEnding, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable,
        _ closure: inout Closure
    ) {
        let punctuation = program.punctuation
        var next = frame
        switch frame.kind {
        case .objectOpen:
            let choice = choice(frame, object, table)
            if choice.allowsEnd { add(punctuation.closeBrace, frame.parent, &closure) }
            guard choice.allowsMember else { return }
            next.kind = .objectComma
            if let gap = punctuation.gap {
                unsafe add(gap, stacks.push(next), &closure)
            } else {
                resume(next, ending, object, table, &closure)
            }
        case .objectNext:
            let choice = choice(frame, object, table)
            if choice.allowsEnd { add(punctuation.closeBrace, frame.parent, &closure) }
            guard choice.allowsMember else { return }
            next.kind = .objectComma
            unsafe add(punctuation.comma, stacks.push(next), &closure)
        case .objectComma:
            let choice = choice(frame, object, table)
            if let allowed = choice.names, let names = local.names(list: table.list, allowed: allowed) {
                next.kind = .objectName
                unsafe add(names, stacks.push(next), &closure)
            }
            for index in choice.open {
                next.kind = .objectOpenName
                next.first = index
                if let name = openName(table.open[Int(index)], object, at: frame) {
                    unsafe add(name, stacks.push(next), &closure)
                }
            }
        case .objectName:
            guard ending.property >= 0 else { return }
            next.kind = .objectColon
            next.first = ending.property
            unsafe add(punctuation.colon, stacks.push(next), &closure)
        case .objectOpenName:
            next.kind = .objectOpenColon
            if object.hasDistinctNames { next.record = record(ending, in: frame, &closure) }
            unsafe add(punctuation.colon, stacks.push(next), &closure)
        case .objectColon, .objectOpenColon:
            let isOpen = frame.kind == .objectOpenColon
            next.kind = .objectNext
            next.first = 0
            if isOpen { next.needs = frame.needs & ~table.open[Int(frame.first)].needs }
            next.names =
                isOpen
                ? program.namesAfterOpen(frame.names, object)
                : program.namesAfter(frame.first, frame.names, object, local)
            // Beyond the least count, an object without a greatest one does not remember how many members it has.
            next.count =
                !table.isCounting
                ? 0
                : object.maximumCount == nil
                    ? min(frame.count + 1, Int32(clamping: object.minimumCount)) : frame.count + 1
            let value =
                isOpen
                ? table.open[Int(frame.first)].value : Int32(object.properties[Int(frame.first)].value.index)
            unsafe enter(value, stacks.push(next), &closure)
        default: break
        }
    }
}
