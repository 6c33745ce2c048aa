extension CommandDescription {
    /// The text that `--help` shows.
    var helpText: String {
        var sections = [summary, "Usage: \(usage)"]
        if !discussion.isEmpty { sections.append(discussion) }
        if !subcommands.isEmpty {
            sections.append("Commands:\n" + table(subcommands.map { ($0.name, $0.summary) }))
        }
        if !operands.isEmpty {
            sections.append("Arguments:\n" + table(operands.map { ($0.name, $0.help) }))
        }
        let common = [("--help", "Show this help."), ("--version", "Show the version.")]
        sections.append("Options:\n" + table(options.map { ($0.form, $0.help) } + common))
        return sections.joined(separator: "\n\n")
    }

    /// The command line in short.
    private var usage: String {
        var words = [fullName]
        if !subcommands.isEmpty { words.append("COMMAND") }
        words += operands.map(\.name)
        words += options.map { $0.isRequired ? $0.form : "[\($0.form)]" }
        return wrap(words, indentation: "    ")
    }

    /// Lays out two columns.
    private func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { left, right in
            let padding = String(repeating: " ", count: width - left.count)
            let indentation = String(repeating: " ", count: width + 2)
            return "  \(left)\(padding)" + wrap(right.split(separator: " ").map(String.init), indentation: indentation)
        }.joined(separator: "\n")
    }

    /// Breaks words into lines of at most 100 columns; lines after the first are indented, which counts for the first, too.
    private func wrap(_ words: [String], indentation: String) -> String {
        var text = ""
        var column = indentation.count
        for word in words {
            if !text.isEmpty {
                if column + 1 + word.count > 100 {
                    text += "\n" + indentation
                    column = indentation.count
                } else {
                    text += " "
                    column += 1
                }
            }
            text += word
            column += word.count
        }
        return text
    }
}

extension CommandDescription.Option {
    /// The option as it is typed.
    var form: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}
