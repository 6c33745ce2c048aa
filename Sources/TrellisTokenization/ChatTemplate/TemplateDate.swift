/// A time as the parts that `strftime` prints, in the Gregorian calendar and in English.
struct TemplateDate {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    let microsecond: Int
    /// The day of the week, from Sunday.
    let weekday: Int
    /// The day of the year, from one.
    let dayOfYear: Int

    /// Makes the local time of a number of seconds since 1970; times beyond ten thousand years count as that bound.
    init(seconds: Double, offset: Int) {
        let bound = 3e11
        let local = (seconds.isNaN ? 0 : min(max(seconds, -bound), bound)) + Double(offset)
        let whole = local.rounded(.down)
        let total = Int(whole)
        microsecond = min(999_999, Int((local - whole) * 1e6))
        let days = Int((Double(total) / 86_400).rounded(.down))
        let rest = total - days * 86_400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        weekday = ((days + 4) % 7 + 7) % 7
        var year = 1970
        var left = days
        // Steps of 400 years, which all have the same number of days, then single years.
        let cycles = Int((Double(left) / 146_097).rounded(.down))
        year += cycles * 400
        left -= cycles * 146_097
        while left >= TemplateDate.days(in: year) {
            left -= TemplateDate.days(in: year)
            year += 1
        }
        dayOfYear = left + 1
        var month = 0
        while left >= TemplateDate.days(inMonth: month, of: year) {
            left -= TemplateDate.days(inMonth: month, of: year)
            month += 1
        }
        (self.year, self.month, day) = (year, month + 1, left + 1)
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(in year: Int) -> Int { isLeap(year) ? 366 : 365 }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        month == 1 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][min(month, 11)]
    }
}

extension TemplateDate {
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The time in a format of `strftime`; a directive that is not known is an error.
    func text(_ format: String, line: Int) throws(TemplateError) -> String {
        var output = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                output.append(character)
                continue
            }
            // A minus sign takes the zeros or blanks before a number.
            let isBare = rest.first == "-"
            if isBare { rest.removeFirst() }
            guard let directive = rest.popFirst(), var part = part(directive) else {
                throw .invalidArguments(of: "strftime_now", "does not know the format “\(format)”", line: line)
            }
            if isBare {
                while part.count > 1, part.first == "0" || part.first == " " { part.removeFirst() }
            }
            output += part
        }
        return output
    }

    private func part(_ directive: Character) -> String? {
        switch directive {
        case "Y": String(year)
        case "y": padded((year % 100 + 100) % 100)
        case "m": padded(month)
        case "d": padded(day)
        case "e": day < 10 ? " \(day)" : "\(day)"
        case "B": TemplateDate.months[month - 1]
        case "b", "h": String(TemplateDate.months[month - 1].prefix(3))
        case "A": TemplateDate.weekdays[weekday]
        case "a": String(TemplateDate.weekdays[weekday].prefix(3))
        case "w": String(weekday)
        case "u": String(weekday == 0 ? 7 : weekday)
        case "j": padded(dayOfYear, 3)
        case "H": padded(hour)
        case "I": padded(hour % 12 == 0 ? 12 : hour % 12)
        case "M": padded(minute)
        case "S": padded(second)
        case "f": padded(microsecond, 6)
        case "p": hour < 12 ? "AM" : "PM"
        case "F": "\(year)-\(padded(month))-\(padded(day))"
        case "D": "\(padded(month))/\(padded(day))/\(padded((year % 100 + 100) % 100))"
        case "T": "\(padded(hour)):\(padded(minute)):\(padded(second))"
        case "R": "\(padded(hour)):\(padded(minute))"
        case "n": "\n"
        case "t": "\t"
        // Python's local time without a zone prints nothing for these two.
        case "z", "Z": ""
        case "%": "%"
        default: nil
        }
    }

    private func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
