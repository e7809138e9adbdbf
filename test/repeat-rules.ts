import fc from 'fast-check'
import { parseRule } from '../src/contract/repeat-check.ts'

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const few = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { minLength: 1, maxLength: 4 })
const interval = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 14 }).map((number) => `;INTERVAL=${number}`),
)
const byDay = few(fc.constantFrom(...weekdayNames)).map((days) => `;BYDAY=${days}`)
const byNumberedDay = few(
  fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2, -5), fc.constantFrom(...weekdayNames)).map((parts) => parts.join('')),
).map((days) => `;BYDAY=${days}`)
const byMonthDay = few(fc.integer({ min: -31, max: 31 }).filter((day) => day !== 0)).map(
  (days) => `;BYMONTHDAY=${days}`,
)
const byMonthDayOrLast = few(fc.integer({ min: 1, max: 31 })).map((days) => `;BYMONTHDAY=${days};SKIP=BACKWARD`)
const byMonth = few(fc.integer({ min: 1, max: 12 })).map((months) => `;BYMONTH=${months}`)
const nothing = fc.constant('')
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''))
/** Rules of every supported kind, without an end. */
export const repeatRules = fc
  .oneof(
    joined(fc.constant('FREQ=DAILY'), interval, fc.oneof(nothing, byDay)),
    joined(fc.constant('FREQ=WEEKLY'), interval, fc.oneof(nothing, byDay)),
    joined(fc.constant('FREQ=MONTHLY'), interval, fc.oneof(nothing, byDay, byNumberedDay, byMonthDay)),
    joined(fc.constant('FREQ=YEARLY'), interval, fc.oneof(nothing, byMonth)),
    joined(fc.constant('FREQ=YEARLY'), interval, byMonth, fc.oneof(byDay, byNumberedDay, byMonthDay)),
  )
  .filter((rule) => 'rule' in parseRule(rule))

/** Rules that fall on the last day of a shorter month, without an end. */
export const fallingBackRules = fc.oneof(
  joined(fc.constant('FREQ=MONTHLY'), interval, byMonthDayOrLast),
  joined(fc.constant('FREQ=YEARLY'), interval, byMonth, byMonthDayOrLast),
)
