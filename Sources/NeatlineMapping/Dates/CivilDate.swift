/// A day of the Gregorian calendar, which counts as if it had always been in use, as ISO 8601 demands.
struct CivilDate: Equatable {
    /// 0 is the year 1 BC.
    let year: Int
    /// 1 to 12.
    let month: Int
    /// 1 to 31.
    let day: Int

    /// A date that exists, from year 0 to 999,999; nil for any other.
    init?(year: Int, month: Int, day: Int) {
        guard 0...CivilDate.lastYear ~= year, 1...12 ~= month, 1...CivilDate.days(in: month, of: year) ~= day else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The years that have a form with digits only.
    static let lastYear = 999_999

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// Years are counted from 1 March, so that the leap day is the last of its year, and grouped in eras of 400 years, all of
// which have 146,097 days (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). Day 719,468 after 1 March of
// year 0 is 1 January 1970.
extension CivilDate {
    /// How many days the date is after 1 January 1970.
    var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date so many days after 1 January 1970; nil if its year is not between 0 and 999,999.
    init?(daysSince1970 days: Int) {
        guard -800_000...400_000_000 ~= days else { return nil }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
