import { useQuery } from '@tanstack/react-query'
import type { DeckTask } from '../deck/change.ts'
import { receiptsQuery } from './queries.ts'

/** The receipts of a task, newest first. They are loaded only if the task says that it has some. */
export function useReceipts(task: DeckTask) {
  const isKnown = task.version > 0 && !task.trashedAt && task.proof !== undefined
  const { data: receipts, error, refetch } = useQuery({ ...receiptsQuery(task._id), enabled: isKnown })
  return { isKnown, receipts, error, refetch }
}
