import TrellisGrammars

/// How objects and arrays go on.
extension GrammarAutomaton {
    /// Goes on in an array.
    func resume(_ frame: Frame, _ array: ArrayNode, _ closure: inout Closure) {
        let punctuation = program.punctuation
        if frame.kind == .arrayComma { return enterElement(frame, array, &closure) }
        let (allowsElement, allowsEnd) = program.elementChoice(array, at: frame)
        if allowsEnd { add(punctuation.closeBracket, frame.parent, &closure) }
        guard allowsElement else { return }
        var next = frame
        next.kind = .arrayComma
        if frame.kind == .arrayNext {
            unsafe add(punctuation.comma, stacks.push(next), &closure)
        } else if let gap = punctuation.gap {
            unsafe add(gap, stacks.push(next), &closure)
        } else {
            enterElement(frame, array, &closure)
        }
    }

    private func enterElement(_ frame: Frame, _ array: ArrayNode, _ closure: inout Closure) {
        var next = frame
        next.kind = .arrayNext
        // Beyond the places that differ and the least count, an unbounded array does not remember how long it is.
        next.first = array.maximumCount == nil ? Int32(min(Int(frame.first) + 1, array.countedPlaces)) : frame.first + 1
        for (node, count) in program.nextElements(array, at: frame) {
            next.count = count
            unsafe enter(node, stacks.push(next), &closure)
        }
    }

    private func choice(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable
    ) -> MemberChoice {
        let key = MemberKey(node: frame.node, names: frame.names, count: frame.count, needs: frame.needs)
        if let known = memberChoices[key] { return known }
        let choice = program.memberChoice(object, table, at: frame, local)
        memberChoices[key] = choice
        return choice
    }

    /// Goes on in an object; `property` is the one whose name has ended.
    func resume(
        _ frame: Frame, _ property: Int32, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable,
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
                resume(next, -1, object, table, &closure)
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
                unsafe add(table.open[Int(index)].name, stacks.push(next), &closure)
            }
        case .objectName:
            guard property >= 0 else { return }
            next.kind = .objectColon
            next.first = property
            unsafe add(punctuation.colon, stacks.push(next), &closure)
        case .objectOpenName:
            next.kind = .objectOpenColon
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
