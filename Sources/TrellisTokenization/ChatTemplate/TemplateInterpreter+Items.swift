internal import TrellisJSON

extension TemplateInterpreter {
    /// The items that walking over a value gives.
    func items(of value: TemplateValue) throws(TemplateError) -> [TemplateValue] {
        switch value {
        case .undefined: return []
        case .list(let list), .tuple(let list), .view(_, let list): return list.items
        case .generator(let generator): return generator.take()
        case .dictionary(let dictionary): return dictionary.keys
        case .string(let text):
            try step(text.utf8.count)
            return text.unicodeScalars.map { .string(String($0)) }
        default: throw unsupported("a \(value.typeName) cannot be walked over")
        }
    }

    /// The number of items or characters.
    func length(of value: TemplateValue) throws(TemplateError) -> Int {
        switch value {
        case .undefined: return 0
        case .list(let list), .tuple(let list), .view(_, let list): return list.items.count
        case .dictionary(let dictionary): return dictionary.count
        case .string(let text):
            try handle(text.utf8.count)
            return text.unicodeScalars.count
        default: throw unsupported("a \(value.typeName) has no length")
        }
    }

    // MARK: Attributes

    /// What stands after a point: a method or attribute of that name, else the member of a dictionary.
    func attribute(_ name: String, of value: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case .undefined(let what) = value { throw undefined(what) }
        if let own = try ownAttribute(name, of: value) { return own }
        if case .dictionary(let dictionary) = value, let member = dictionary[name] { return member }
        return .undefined("a \(value.typeName) has no attribute “\(name)”")
    }

    /// What stands in brackets: the item or member, else the method or attribute of that name.
    func item(_ index: TemplateValue, of value: TemplateValue) throws(TemplateError) -> TemplateValue {
        switch value {
        case .undefined(let what): throw undefined(what)
        case .dictionary(let dictionary):
            if let key = TemplateKey(index), let member = dictionary[key] { return member }
        case .list(let list), .tuple(let list), .view(.range, let list):
            if let position = index.integerValue {
                let wanted = position < 0 ? position + list.items.count : position
                if list.items.indices.contains(wanted) { return list.items[wanted] }
            }
        case .string(let text):
            if let position = index.integerValue { return try character(position, of: text) }
        default: break
        }
        guard case .string(let name) = index else {
            return .undefined("a \(value.typeName) has no item \(try text(of: index))")
        }
        return try ownAttribute(name, of: value) ?? .undefined("a \(value.typeName) has no item “\(name)”")
    }

    private func character(_ position: Int, of text: String) throws(TemplateError) -> TemplateValue {
        try handle(text.utf8.count)
        let scalars = text.unicodeScalars
        let start = position < 0 ? scalars.endIndex : scalars.startIndex
        guard position.magnitude <= text.utf8.count,
            let index = scalars.index(
                start, offsetBy: position, limitedBy: position < 0 ? scalars.startIndex : scalars.endIndex),
            index < scalars.endIndex
        else { return .undefined("a str has no item \(position)") }
        return .string(String(scalars[index]))
    }

    /// An attribute that does not come from the members of a dictionary.
    private func ownAttribute(_ name: String, of value: TemplateValue) throws(TemplateError) -> TemplateValue? {
        switch value {
        case .namespace(let namespace): namespace.attributes[JSONName(name)]
        case .loop(let loop): attribute(name, of: loop)
        case .macro(let macro) where name == "name": .string(macro.definition.name)
        default:
            if TemplateInterpreter.changes(name, value) {
                .undefined("\(value.typeName).\(name) would change a value, which templates may not")
            } else {
                TemplateInterpreter.hasMethod(name, value) ? .method(of: value, name) : nil
            }
        }
    }

    private func attribute(_ name: String, of loop: TemplateLoop) -> TemplateValue? {
        let items = loop.items.items
        switch name {
        case "index": return .integer(loop.index + 1)
        case "index0": return .integer(loop.index)
        case "revindex": return .integer(items.count - loop.index)
        case "revindex0": return .integer(items.count - loop.index - 1)
        case "first": return .bool(loop.index == 0)
        case "last": return .bool(loop.index == items.count - 1)
        case "length": return .integer(items.count)
        // Depth counts the levels of recursive loops, which there are none of.
        case "depth": return .integer(1)
        case "depth0": return .integer(0)
        case "previtem":
            return loop.index > 0 ? items[loop.index - 1] : .undefined("there is no previous item")
        case "nextitem":
            return loop.index + 1 < items.count ? items[loop.index + 1] : .undefined("there is no next item")
        case "cycle", "changed": return .method(of: .loop(loop), name)
        default: return nil
        }
    }

    // MARK: Slices

    func slice(_ base: TemplateExpression, _ slice: TemplateSlice) throws(TemplateError) -> TemplateValue {
        let value = try evaluate(base)
        if case .undefined(let what) = value { throw undefined(what) }
        let start = try bound(slice.start)
        let stop = try bound(slice.stop)
        let stride = try bound(slice.step) ?? 1
        guard stride != 0 else { throw unsupported("a slice cannot step by zero") }
        switch value {
        case .list(let list): return .list(try make(part(of: list.items, start, stop, stride)))
        case .tuple(let list): return .tuple(try make(part(of: list.items, start, stop, stride)))
        case .view(.range, let list): return .view(.range, try make(part(of: list.items, start, stop, stride)))
        case .string(let text):
            try handle(text.utf8.count)
            var view = String.UnicodeScalarView()
            view.append(contentsOf: part(of: Array(text.unicodeScalars), start, stop, stride))
            return .string(String(view))
        default: throw unsupported("a \(value.typeName) cannot be sliced")
        }
    }

    private func bound(_ expression: TemplateExpression?) throws(TemplateError) -> Int? {
        guard let expression else { return nil }
        let value = try evaluate(expression)
        if case .none = value { return nil }
        guard let bound = value.integerValue else { throw unsupported("a slice cannot go to a \(value.typeName)") }
        return bound
    }

    private func part<Item>(of items: [Item], _ start: Int?, _ stop: Int?, _ stride: Int) -> [Item] {
        let count = items.count
        // The places just outside at either end, where a walk in that direction starts and stops.
        let (low, high) = stride > 0 ? (0, count) : (-1, count - 1)
        func place(_ bound: Int?, else standard: Int) -> Int {
            guard let bound else { return standard }
            return min(max(bound < 0 ? bound + count : bound, low), high)
        }
        let first = place(start, else: stride > 0 ? low : high)
        let end = place(stop, else: stride > 0 ? high : low)
        // No stride needs to be longer than the whole.
        let step = min(max(stride, -count - 1), count + 1)
        return Swift.stride(from: first, to: end, by: step).map { items[$0] }
    }
}
