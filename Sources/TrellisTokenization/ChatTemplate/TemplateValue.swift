internal import TrellisJSON

/// A value while a template is rendered: Python's kinds, as far as templates meet them.
enum TemplateValue {
    /// Nothing; the text says what was looked for, for the error when it is used.
    case undefined(String)
    case none
    case bool(Bool)
    case integer(Int)
    /// A whole number beyond 64 bits, which can be printed and compared but not reckoned with.
    case bigInteger(JSONNumber)
    case float(Double)
    case string(String)
    case list(TemplateList)
    case tuple(TemplateList)
    /// A range or a view of a dictionary: items to index or to walk over that print in their own way.
    case view(TemplateView, TemplateList)
    case generator(TemplateGenerator)
    case dictionary(TemplateDictionary)
    case namespace(TemplateNamespace)
    case loop(TemplateLoop)
    case macro(TemplateMacro)
    case function(TemplateFunction)
    indirect case method(of: TemplateValue, String)
}

/// Items with the nesting that they make.
struct TemplateList {
    let items: [TemplateValue]
    /// The nesting of the list; one when no item is a container.
    let depth: Int

    /// Makes a list in linear time.
    init(_ items: [TemplateValue]) {
        self.items = items
        depth = 1 + (items.lazy.map(\.depth).max() ?? 0)
    }
}

/// What a view shows.
enum TemplateView: String {
    case keys = "dict_keys"
    case values = "dict_values"
    case items = "dict_items"
    case range = "range"
}

/// Items that can be walked over once, as filters like `map` give them.
final class TemplateGenerator {
    private var items: [TemplateValue]
    let depth: Int

    init(_ items: [TemplateValue]) {
        self.items = items
        depth = TemplateList(items).depth
    }

    /// The items, which are gone afterwards.
    func take() -> [TemplateValue] {
        defer { items = [] }
        return items
    }
}

/// Variables that a template changes from within loops.
final class TemplateNamespace {
    var attributes: [JSONName: TemplateValue] = [:]
}

/// A macro and the variables around its definition.
final class TemplateMacro {
    let definition: TemplateMacroDefinition
    let scope: TemplateScope

    init(_ definition: TemplateMacroDefinition, in scope: TemplateScope) {
        self.definition = definition
        self.scope = scope
    }
}

/// Variables, and the ones around them.
final class TemplateScope {
    var variables: [String: TemplateValue] = [:]
    let parent: TemplateScope?

    init(parent: TemplateScope?) { self.parent = parent }

    func value(of name: String) -> TemplateValue? {
        var scope: TemplateScope? = self
        while let current = scope {
            if let value = current.variables[name] { return value }
            scope = current.parent
        }
        return nil
    }
}

/// A loop under way, as its body sees it.
final class TemplateLoop {
    let items: TemplateList
    var index = 0
    /// What `changed` was last asked about.
    var lastAsked: [TemplateValue]?

    init(_ items: [TemplateValue]) { self.items = TemplateList(items) }
}

/// A function that every template has.
enum TemplateFunction: String, CaseIterable {
    case raiseException = "raise_exception"
    case strftimeNow = "strftime_now"
    case range
    case namespace
    case dict
}

extension TemplateValue {
    /// The nesting of the value; zero when it holds no others.
    var depth: Int {
        switch self {
        case .list(let list), .tuple(let list), .view(_, let list): list.depth
        case .generator(let generator): generator.depth
        case .dictionary(let dictionary): dictionary.depth
        case .loop(let loop): loop.items.depth + 1
        case .method(let receiver, _): receiver.depth + 1
        // A renderer owns its namespaces and the scopes of its macros and empties them one by one.
        default: 0
        }
    }

    /// Whether the value counts as true.
    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .bool(let value): value
        case .integer(let value): value != 0
        case .float(let value): value != 0
        case .string(let text): !text.isEmpty
        case .list(let list), .tuple(let list), .view(_, let list): !list.items.isEmpty
        case .dictionary(let dictionary): !dictionary.keys.isEmpty
        default: true
        }
    }

    var isUndefined: Bool {
        if case .undefined = self { return true }
        return false
    }

    /// The value as an integer, which truth values are too.
    var integerValue: Int? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The value as a double, when it is a number.
    var doubleValue: Double? {
        switch self {
        case .float(let value): value
        case .bigInteger(let number): number.doubleValue
        default: integerValue.map(Double.init)
        }
    }

    /// The name of the kind of value, as Python has it.
    var typeName: String {
        switch self {
        case .undefined: "Undefined"
        case .none: "NoneType"
        case .bool: "bool"
        case .integer, .bigInteger: "int"
        case .float: "float"
        case .string: "str"
        case .list: "list"
        case .tuple: "tuple"
        case .view(let view, _): view.rawValue
        case .generator: "generator"
        case .dictionary: "dict"
        case .namespace: "Namespace"
        case .loop: "LoopContext"
        case .macro: "Macro"
        case .function, .method: "function"
        }
    }

    /// Makes the value of a JSON value; numbers with a point or an exponent are floats.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .none
        case .bool(let value): self = .bool(value)
        case .number(let number):
            if let value = Int(number.text) {
                self = .integer(value)
            } else if number.text.utf8.contains(where: { ".eE".utf8.contains($0) }) {
                self = .float(number.doubleValue)
            } else {
                self = .bigInteger(number)
            }
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(TemplateList(elements.map(TemplateValue.init)))
        case .object(let object):
            var dictionary = TemplateDictionary()
            for (name, value) in object { dictionary.set(.string(JSONName(name)), .string(name), TemplateValue(value)) }
            self = .dictionary(dictionary)
        }
    }
}
