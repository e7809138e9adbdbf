import { AppError } from '../../../contract/errors.ts'
import { parseRule } from '../../../contract/repeat-check.ts'
import { formatRule, weekdayNames } from '../../../contract/repeat-rule.ts'

/** Settings that do not change the days of a rule: the time is that of the reminders. */
const timesOfDay = ['BYHOUR', 'BYMINUTE', 'BYSECOND']
const maxRuleLength = 1_000

/**
 * The rule of a client as Taskdeck stores it, without the settings that mean nothing for days. Fails with the reason for people if Taskdeck
 * has no such rule. `lastDay` is the day of its UNTIL where the user is.
 */
export function ruleOf(text: string, lastDay: (until: string) => string): string {
  if (text.length > maxRuleLength) throw refused('it is too long.')
  const settings = new Map<string, string>()
  for (const setting of text.trim().toUpperCase().split(';')) {
    const [name = '', value = ''] = setting.split('=')
    if (name && !timesOfDay.includes(name)) settings.set(name, value)
  }
  if (!dependsOnWeeks(settings)) settings.delete('WKST')
  const until = settings.get('UNTIL')
  if (until) settings.set('UNTIL', lastDay(until).replaceAll('-', ''))
  placeInDays(settings)
  const parsed = parseRule([...settings].map((setting) => setting.join('=')).join(';'))
  if ('problem' in parsed) throw refused(parsed.problem)
  return formatRule(parsed.rule)
}

/** Whether the first day of a week, which is always Monday here, decides about the days of a rule. */
function dependsOnWeeks(settings: ReadonlyMap<string, string>): boolean {
  const isEveryWeek = settings.get('FREQ') !== 'WEEKLY' || Number(settings.get('INTERVAL') ?? 1) === 1
  return !isEveryWeek && settings.get('WKST') !== 'MO' && (settings.get('BYDAY') ?? '').includes(',')
}

/** The first Monday is `1MO` here, and `BYDAY=MO;BYSETPOS=1` for many programs. */
function placeInDays(settings: Map<string, string>): void {
  const place = settings.get('BYSETPOS')
  const day = settings.get('BYDAY') ?? ''
  if (!place || !/^-?[1-5]$/.test(place) || !weekdayNames.includes(day)) return
  settings.set('BYDAY', place + day)
  settings.delete('BYSETPOS')
}

const refused = (problem: string) =>
  new AppError('invalid_input', `Taskdeck cannot repeat a task by this rule: ${problem} Choose a simpler one.`)
