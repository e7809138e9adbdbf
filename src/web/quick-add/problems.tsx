import { excessLength, type Line } from '../../contract/quick-add/lines.ts'
import { taskLimits } from '../../contract/tasks.ts'

const counted = (count: number) => count.toLocaleString('en')

/** Says that a line is too long for a title, or for a task. */
export function LineProblem({ line, isCut }: { line: Line; isCut: boolean }) {
  const length = excessLength(line)
  if (length === undefined && !isCut) return null
  return (
    <p className="critical" role={length === undefined ? undefined : 'alert'}>
      {length === undefined
        ? `A title has at most ${taskLimits.title} characters. This one will end with “…”, and the description gets the whole text.`
        : `This line has ${counted(length)} characters, and a task holds at most ${counted(taskLimits.description)}. Shorten or divide it to add it.`}
    </p>
  )
}
