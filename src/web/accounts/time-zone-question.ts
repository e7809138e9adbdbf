import { alertQuestion } from '../ui/alerts.tsx'
import { deviceTimeZone } from './device-time-zone.ts'
import { isSameTime } from './time-zones.ts'

const about = 'time zone'
/** The pair of time zones, of the account and of this device, for which the user has chosen that of the account. */
const keptKey = 'taskdeck-kept-time-zone'
const pairOf = (ofAccount: string) => `${ofAccount} ${deviceTimeZone()}`

/** Remembers that the user has chosen the time zone of the account on this device. */
export const keepTimeZone = (ofAccount: string) => localStorage.setItem(keptKey, pairOf(ofAccount))

/** Asks whether the time zone of this device counts from now on, once for each pair of time zones. */
export function askTimeZone(ofAccount: string, ofDevice: string, set: () => void) {
  if (localStorage.getItem(keptKey) === pairOf(ofAccount) || isSameTime(ofAccount, ofDevice)) return
  const named = (zone: string) => zone.replaceAll('_', ' ')
  alertQuestion(
    `This device is in the time zone ${named(ofDevice)}. Your days and reminders follow ${named(ofAccount)}.`,
    about,
    { label: `Use ${named(ofDevice)}`, run: set },
    { label: `Keep ${named(ofAccount)}`, run: () => keepTimeZone(ofAccount) },
  )
}
