import { useSyncExternalStore } from 'react'
import { beginDaysAt, countedDay, dayBegin } from '../../contract/calendar-day.ts'

/** A change of the clock or the time zone triggers no event. It is noticed within this time. */
const maxUnnoticedMs = 60_000

/** Events after which a timer may be late: the device slept, or the tab was in the background. */
const wakings = ['focus', 'pageshow', 'online'] as const

let today = countedDay(new Date())
let moment = new Date().toISOString()
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
/** The listeners that are called every minute. */
const minuteWatchers = new Set<() => void>()

function untilNextDay(now: Date): number {
  const isBefore = now.getHours() < dayBegin()
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + (isBefore ? 0 : 1), dayBegin())
  return next.getTime() - now.getTime()
}

function check() {
  const now = new Date()
  clearTimeout(timer)
  timer = setTimeout(check, Math.min(untilNextDay(now), maxUnnoticedMs))
  moment = now.toISOString()
  for (const notify of minuteWatchers) notify()
  const day = countedDay(now)
  if (day === today) return
  today = day
  for (const notify of watchers) notify()
}

function watch(notify: () => void) {
  watchers.add(notify)
  if (watchers.size === 1) {
    document.addEventListener('visibilitychange', check)
    document.addEventListener('resume', check)
    for (const name of wakings) window.addEventListener(name, check)
    check()
  }
  return () => {
    watchers.delete(notify)
    if (watchers.size) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
    document.removeEventListener('resume', check)
    for (const name of wakings) window.removeEventListener(name, check)
  }
}

/** The day where the user is. Screens that show today, tomorrow or overdue use it, and change when the next day begins. */
export const useToday = () => useSyncExternalStore(watch, getToday)

function watchMinutes(notify: () => void) {
  minuteWatchers.add(notify)
  const stop = watch(notify)
  return () => {
    minuteWatchers.delete(notify)
    stop()
  }
}

/** The present time, for what ends by itself. It moves on every minute. */
export const useNow = () => useSyncExternalStore(watchMinutes, getMoment)

/** The time from which words such as `tomorrow` are counted. */
export const readingTime = () => new Date(`${getToday()}T12:00`)

/** Days begin at another hour from now on. */
export function changeDayStart(hour: number | undefined) {
  beginDaysAt(hour)
  if (watchers.size) check()
}

function getMoment(): string {
  if (!watchers.size) moment = new Date().toISOString()
  return moment
}

function getToday(): string {
  if (!watchers.size) today = countedDay(new Date())
  return today
}
