export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const daySettings = ['BYDAY', 'BYMONTHDAY', 'BYMONTH'] as const
export const ruleSettings = ['FREQ', 'INTERVAL', ...daySettings, 'RSCALE', 'SKIP', 'COUNT', 'UNTIL'] as const
export type RuleSetting = (typeof ruleSettings)[number]

/** A day of the week, where 0 is Monday. With an ordinal, one of those in a month: 1 is the first, -1 the last. */
export interface Weekday {
  day: number
  ordinal?: number
}

/** A rule of the supported subset of RFC 5545, and of RFC 7529 for months without its day. Weeks begin on Monday. Lists are in order, and empty if the rule does not have them. */
export interface Rule {
  frequency: (typeof frequencies)[number]
  interval: number
  weekdays: Weekday[]
  /** Days of the month; -1 is the last one. */
  monthDays: number[]
  /** Months of the year, from 1. */
  months: number[]
  /** A month that does not have the day has its last one instead: SKIP=BACKWARD. Otherwise it is left out. */
  fallsBack?: boolean
  /** The number of tasks, including the one that has the rule. */
  count?: number
  /** The last day on which a task can be due. */
  until?: string
}

/** Reads a rule that was checked before: see repeat-check.ts. */
export function readRule(text: string): Rule {
  const settings = new Map(text.split(';').map((setting) => setting.split('=') as [RuleSetting, string]))
  const list = (name: RuleSetting) => settings.get(name)?.split(',') ?? []
  const [count, until] = [settings.get('COUNT'), settings.get('UNTIL')]
  return {
    frequency: settings.get('FREQ') as Rule['frequency'],
    interval: Number(settings.get('INTERVAL') ?? 1),
    weekdays: list('BYDAY').map(readWeekday),
    monthDays: list('BYMONTHDAY').map(Number),
    months: list('BYMONTH').map(Number),
    ...(settings.get('SKIP') === 'BACKWARD' ? { fallsBack: true } : {}),
    ...(count ? { count: Number(count) } : {}),
    ...(until ? { until: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}` } : {}),
  }
}

function readWeekday(text: string): Weekday {
  const day = weekdayNames.indexOf(text.slice(-2))
  return text.length > 2 ? { day, ordinal: Number(text.slice(0, -2)) } : { day }
}

/** A rule as text. Rules that mean the same in the same words have the same text. */
export function formatRule({ frequency, interval, weekdays, monthDays, months, fallsBack, ...end }: Rule): string {
  const settings: [RuleSetting, string | number | undefined][] = [
    ['RSCALE', fallsBack ? 'GREGORIAN' : undefined],
    ['FREQ', frequency],
    ['INTERVAL', interval === 1 ? undefined : interval],
    ['BYMONTH', months.join()],
    ['BYMONTHDAY', monthDays.join()],
    ['BYDAY', weekdays.map(({ day, ordinal }) => `${ordinal ?? ''}${weekdayNames[day]}`).join()],
    ['SKIP', fallsBack ? 'BACKWARD' : undefined],
    ['COUNT', end.count],
    ['UNTIL', end.until?.replaceAll('-', '')],
  ]
  return settings.flatMap(([name, value]) => (value === undefined || value === '' ? [] : `${name}=${value}`)).join(';')
}
