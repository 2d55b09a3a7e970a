/// A day of the calendar that Foundation uses by default: the Gregorian from 15 October 1582 on, the Julian before.
///
/// ISO 8601 requires the Gregorian calendar for all dates. But then a text would differ from the day that
/// `DateFormatter`, `Calendar` and `JSONDecoder` read from it, and `0001-01-01T00:00:00Z`, which servers send for a
/// missing date, would not be `Date.distantPast`.
package struct CivilDate {
    /// The year; 0 is 1 BC.
    package let year: Int
    /// The month, from 1 to 12.
    package let month: Int
    /// The day, from 1 to 31.
    package let day: Int

    /// Creates a date of the years 0 to 999,999 if its month has the day; nil for any other. The ten days that were
    /// skipped in October 1582 are days of the Julian calendar.
    package init?(year: Int, month: Int, day: Int) {
        guard 0...999_999 ~= year, 1...12 ~= month else { return nil }
        self.year = year
        self.month = month
        self.day = day
        guard 1...daysInMonth ~= day else { return nil }
    }

    private var isGregorian: Bool { (year, month, day) >= (1582, 10, 15) }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (!isGregorian || year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// Years begin on 1 March, so that the leap day is the last of its year, and months are counted from March too: then the
// day of the year on which a month begins is a linear function (Howard Hinnant, "chrono-Compatible Low-Level Date
// Algorithms").
extension CivilDate {
    /// The first day of the Gregorian calendar, counted from 1 January 1970.
    private static let firstGregorianDay = -141_427
    /// 1 March of year 0 in the proleptic Gregorian, and in the Julian calendar.
    private static let epoch = (gregorian: -719_468, julian: -719_470)

    /// The number of days from 1 January 1970 to the date.
    package var daysSince1970: Int {
        // Adding 400 years, which are 146,097 or 146,100 days, makes all dividends positive.
        let shifted = (month <= 2 ? year - 1 : year) + 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 + dayOfYear
        if !isGregorian { return days - 146_100 + CivilDate.epoch.julian }
        return days - shifted / 100 + shifted / 400 - 146_097 + CivilDate.epoch.gregorian
    }

    /// Creates the date this number of days after 1 January 1970; nil if its year is not between 0 and 999,999.
    package init?(daysSince1970 days: Int) {
        guard -800_000...400_000_000 ~= days else { return nil }
        let marchYear: Int
        let dayOfYear: Int
        if days < CivilDate.firstGregorianDay {
            let shifted = days - CivilDate.epoch.julian + 146_100
            let dayOfCycle = shifted % 1_461
            let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460) / 365
            marchYear = shifted / 1_461 * 4 + yearOfCycle - 400
            dayOfYear = dayOfCycle - 365 * yearOfCycle
        } else {
            let shifted = days - CivilDate.epoch.gregorian
            let dayOfEra = shifted % 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            marchYear = shifted / 146_097 * 400 + yearOfEra
            dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        }
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: month <= 2 ? marchYear + 1 : marchYear, month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
