import { typedDay } from '../../contract/quick-add/days-in-words.ts'
import { DayField, type DayFieldProps } from './day-field.tsx'
import { readingTime } from './today.ts'

/** A field for a day on a screen that has the words for days loaded. */
export function DueDateField(props: Omit<DayFieldProps, 'field' | 'read' | 'onText'>) {
  const { dateStyle } = props.preferences
  return <DayField {...props} read={(text) => typedDay(text, { dateStyle, now: readingTime() })} />
}
