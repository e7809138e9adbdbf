import { useEffect } from 'react'
import type { typedDay } from '../../contract/quick-add/days-in-words.ts'
import type { typedReminder } from '../../contract/quick-add/reminders-in-line.ts'
import type { typedRepeat } from '../../contract/quick-add/typed-repeat.ts'
import { createCell } from '../ui/client-state.ts'

interface WordReader {
  typedDay: typeof typedDay
  typedRepeat: typeof typedRepeat
  typedReminder: typeof typedReminder
}

const reader = createCell<WordReader | undefined>(undefined)

/** Loads the functions that read days, repetitions and reminders in words. They are larger than all menus that need them together. */
export async function loadWordReader(): Promise<WordReader> {
  const known = reader.get()
  if (known) return known
  const [days, repeats, reminders] = await Promise.all([
    import('../../contract/quick-add/days-in-words.ts'),
    import('../../contract/quick-add/typed-repeat.ts'),
    import('../../contract/quick-add/reminders-in-line.ts'),
  ])
  const loaded = {
    typedDay: days.typedDay,
    typedRepeat: repeats.typedRepeat,
    typedReminder: reminders.typedReminder,
  }
  reader.set(loaded)
  return loaded
}

/** The functions that read words. Undefined until they are loaded: a menu takes the text, and reads it as soon as it can. */
export function useWordReader(): WordReader | undefined {
  useEffect(() => {
    // The text is read again when it is submitted, and a failure is reported then.
    loadWordReader().catch(() => {})
  }, [])
  return reader.use()
}

/** Why a text was not read: the device is offline, or the server was updated. */
export const notLoaded =
  'The part of the app that reads days could not be loaded. Check the connection and press Enter again.'
