internal import TrellisJSON

/// The arguments of a call, evaluated.
struct TemplateCall {
    var positional: [TemplateValue] = []
    var named: [(name: String, value: TemplateValue)] = []
}

extension TemplateInterpreter {
    func evaluate(_ arguments: TemplateArguments) throws(TemplateError) -> TemplateCall {
        var call = TemplateCall(positional: try evaluate(arguments.positional))
        for argument in arguments.named { call.named.append((argument.name, try evaluate(argument.value))) }
        if let spread = arguments.spread { call.positional += try items(of: evaluate(spread)) }
        if let spread = arguments.namedSpread {
            guard case .dictionary(let dictionary) = try evaluate(spread) else {
                throw unsupported("only a dictionary can be spread after “**”")
            }
            for (key, value) in zip(dictionary.keys, dictionary.values) {
                guard case .string(let name) = key else { throw unsupported("names of arguments must be texts") }
                call.named.append((name, value))
            }
        }
        return call
    }

    func call(
        _ callee: TemplateExpression, _ arguments: TemplateArguments, line: Int
    ) throws(TemplateError) -> TemplateValue {
        let function = try evaluate(callee)
        let arguments = try evaluate(arguments)
        self.line = line
        return try call(function, arguments)
    }

    func call(_ function: TemplateValue, _ arguments: TemplateCall) throws(TemplateError) -> TemplateValue {
        switch function {
        case .macro(let macro): try call(macro, arguments)
        case .function(let function): try call(function, arguments)
        case .method(let receiver, let name): try call(name, of: receiver, arguments)
        case .undefined(let what): throw undefined(what)
        default: throw unsupported("a \(function.typeName) cannot be called")
        }
    }

    /// The values of parameters by position and name; nil for those that are not given.
    func bind(
        _ parameters: [String], _ call: TemplateCall, of function: String
    ) throws(TemplateError) -> [TemplateValue?] {
        guard call.positional.count <= parameters.count else {
            throw .invalidArguments(
                of: function, "takes \(parameters.count) arguments, not \(call.positional.count)", line: line)
        }
        var values = call.positional.map(Optional.some)
        values += Array(repeating: nil, count: parameters.count - values.count)
        for (name, value) in call.named {
            guard let position = parameters.firstIndex(of: name) else {
                throw .invalidArguments(of: function, "has no argument “\(name)”", line: line)
            }
            guard values[position] == nil else {
                throw .invalidArguments(of: function, "is given “\(name)” twice", line: line)
            }
            values[position] = value
        }
        return values
    }

    // MARK: Macros

    private func call(_ macro: TemplateMacro, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let definition = macro.definition
        let outer = (scope: scope, line: line)
        scope = macro.scope
        defer { (scope, line) = outer }
        let text = try capture { () throws(TemplateError) in
            try bind(call, to: definition)
            _ = try run(definition.body)
        }
        return .string(text)
    }

    /// Sets the parameters of a macro in the scope of its body.
    private func bind(_ call: TemplateCall, to definition: TemplateMacroDefinition) throws(TemplateError) {
        var named = call.named
        func take(_ name: String) -> TemplateValue? {
            guard let position = named.firstIndex(where: { $0.name == name }) else { return nil }
            return named.remove(at: position).value
        }
        for (position, parameter) in definition.parameters.enumerated() {
            let given = take(parameter.name)
            if position < call.positional.count {
                guard given == nil else {
                    throw .invalidArguments(
                        of: definition.name, "is given “\(parameter.name)” twice", line: line)
                }
                scope.variables[parameter.name] = call.positional[position]
            } else if let given {
                scope.variables[parameter.name] = given
            } else if let standard = parameter.standard {
                scope.variables[parameter.name] = try evaluate(standard)
            } else {
                scope.variables[parameter.name] = .undefined("parameter “\(parameter.name)” was not provided")
            }
        }
        scope.variables["caller"] = take("caller") ?? .undefined("“caller” is undefined")
        let more = call.positional.dropFirst(definition.parameters.count)
        if definition.takesMore {
            scope.variables["varargs"] = .tuple(try make(Array(more)))
        } else if !more.isEmpty {
            let count = definition.parameters.count
            throw .invalidArguments(of: definition.name, "takes \(count) arguments at most", line: line)
        }
        if definition.takesMoreNamed {
            var dictionary = TemplateDictionary()
            for (name, value) in named { try insert(value, at: .string(name), into: &dictionary) }
            scope.variables["kwargs"] = .dictionary(dictionary)
        } else if let first = named.first {
            throw .invalidArguments(of: definition.name, "has no argument “\(first.name)”", line: line)
        }
    }

    // MARK: Functions

    private func call(_ function: TemplateFunction, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        switch function {
        case .raiseException:
            let message = try bind(["message"], call, of: function.rawValue)[0] ?? .string("")
            throw .raised(try text(of: message))
        case .strftimeNow:
            guard case .string(let format)? = try bind(["format"], call, of: function.rawValue)[0] else {
                throw .invalidArguments(of: function.rawValue, "takes a format text", line: line)
            }
            return try make(try clock.now().text(format, line: line))
        case .range: return try range(call)
        case .namespace:
            let namespace = makeNamespace()
            let dictionary = try dictionary(call, of: function.rawValue)
            for (key, value) in zip(dictionary.keys, dictionary.values) {
                guard case .string(let name) = key else { throw unsupported("names of attributes must be texts") }
                try set(name, of: namespace, to: value)
            }
            return .namespace(namespace)
        case .dict: return .dictionary(try dictionary(call, of: function.rawValue))
        }
    }

    /// The members that a dictionary, pairs or named arguments give.
    private func dictionary(_ call: TemplateCall, of function: String) throws(TemplateError) -> TemplateDictionary {
        var dictionary = TemplateDictionary()
        guard call.positional.count <= 1 else {
            throw .invalidArguments(of: function, "takes one positional argument at most", line: line)
        }
        if case .dictionary(let given)? = call.positional.first {
            try step(given.count)
            dictionary = given
        } else if let pairs = call.positional.first {
            for pair in try items(of: pairs) {
                let parts = try items(of: pair)
                guard parts.count == 2 else {
                    throw .invalidArguments(of: function, "takes pairs of keys and values", line: line)
                }
                try insert(parts[1], at: parts[0], into: &dictionary)
            }
        }
        for (name, value) in call.named { try insert(value, at: .string(name), into: &dictionary) }
        return dictionary
    }

    private func range(_ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let bounds = call.positional.compactMap(\.integerValue)
        guard call.named.isEmpty, bounds.count == call.positional.count, (1...3).contains(bounds.count) else {
            throw .invalidArguments(of: "range", "takes one to three integers", line: line)
        }
        let (start, stop) = bounds.count == 1 ? (0, bounds[0]) : (bounds[0], bounds[1])
        let stride = bounds.count == 3 ? bounds[2] : 1
        guard stride != 0 else { throw .invalidArguments(of: "range", "cannot step by zero", line: line) }
        var items: [TemplateValue] = []
        var next = start
        while stride > 0 ? next < stop : next > stop {
            try step()
            items.append(.integer(next))
            let (sum, overflow) = next.addingReportingOverflow(stride)
            if overflow { break }
            next = sum
        }
        return .view(.range, TemplateList(items))
    }
}
