import type { Task } from '../../contract/schemas/tasks.ts'
import { useQuestions } from './use-questions.ts'

/** The newest open question of a task in its own words, or other words until it is loaded. */
export function QuestionOf({ task, otherwise }: { task: Task; otherwise: string }) {
  const { questions } = useQuestions()
  return <span dir="auto">{questions.find(({ note }) => note.taskId === task._id)?.note.text ?? otherwise}</span>
}
