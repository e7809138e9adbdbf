import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { addDays } from '../../contract/calendar-day.ts'
import { reminderCalls } from '../../contract/calls/reminders.ts'
import { call } from '../../contract/client.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { DueReminder } from '../../contract/schemas/reminders.ts'
import type { ManyChange } from '../../contract/schemas/tasks.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { paths, taskPath } from '../navigation/paths.ts'
import { useToday } from '../tasks/today.ts'
import { useChange } from '../tasks/use-change.ts'
import { alertQuestion } from '../ui/alerts.tsx'

const about = 'reminder'
const maxNamed = 3

interface Props {
  headers: Record<string, string>
  dateStyle: Preferences['dateStyle']
}

/** Resolves when somebody can see this page. */
const isSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const check = () => document.visibilityState !== 'hidden' && resolve()
    document.addEventListener('visibilitychange', check, { signal })
    check()
  })

/**
 * Takes the reminders that are due from the server, as soon as the page is visible, and shows them: one with what can be done, several as a
 * summary. The server gives each of them to one page only.
 */
export function DueAlerts({ headers, dateStyle }: Props) {
  const navigate = useNavigate()
  const today = useToday()
  const change = useChange()

  const show = useEffectEvent(([first, ...more]: DueReminder[], count: number) => {
    if (!first) return
    const open = (to: string) => () => void navigate(to)
    if (!more.length && count === 1) {
      const { task, number, title } = first
      const set = (values: ManyChange) => () =>
        void change(
          { kind: 'updateMany', tasks: [task], change: values },
          {
            message: (changed) => describeChange(changed, values, dateStyle, today),
            failure: 'Error updating tasks',
            fallback: 'The task was not updated. Please try again.',
          },
        )
      return alertQuestion(
        `Reminder: #${number} ${title}`,
        `${about} ${task}`,
        { label: 'Done', run: set({ status: 'Completed' }) },
        { label: 'Tomorrow', run: set({ startDate: addDays(today, 1) }) },
        { label: 'Open', run: open(taskPath(task)) },
      )
    }
    const all = [first, ...more]
    const named = all.slice(0, maxNamed).map(({ number, title }) => `#${number} ${title}`)
    const others = count - named.length
    // Another summary does not replace one that nobody has answered.
    const these = `${about} ${all.map(({ number }) => number).join(' ')}`
    alertQuestion(`${count} reminders: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`, these, {
      label: 'Today',
      run: open(paths.today),
    })
  })

  const take = useEffectEvent(() => call(reminderCalls.take, {}, { headers }))

  useEffect(() => {
    const end = new AbortController()
    const takeWhenSeen = async () => {
      await isSeen(end.signal)
      if (end.signal.aborted) return
      const { reminders, count } = await take()
      show(reminders, count)
    }
    // A reminder that could not be taken still waits, and the server says so again when it can be reached.
    takeWhenSeen().catch((error: unknown) => console.error('Error taking reminders', error))
    return () => end.abort()
  }, [])
  return null
}
