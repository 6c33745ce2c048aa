public import Foundation

/// Where a template's `strftime_now` takes the time from.
public struct TemplateClock: Sendable {
    private let date: @Sendable () -> Date
    private let timeZone: TimeZone

    /// Makes a clock of a source of dates and the time zone to show them in.
    public init(timeZone: TimeZone = .current, date: @escaping @Sendable () -> Date) {
        self.timeZone = timeZone
        self.date = date
    }

    /// The time of the machine, in its time zone.
    public static let system = TemplateClock { Date() }

    /// The time by the clock.
    func now() -> TemplateDate {
        let date = date()
        return TemplateDate(seconds: date.timeIntervalSince1970, offset: timeZone.secondsFromGMT(for: date))
    }
}
