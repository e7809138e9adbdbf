import type { Task } from '../../contract/schemas/tasks.ts'
import { nameOfHolder } from '../../contract/words/claim-words.ts'
import { confirm } from '../ui/confirm.tsx'
import { useClaims } from './use-claims.ts'

/** Takes a task over from its holder, after a question. */
export function useTakeOver() {
  const claim = useClaims()
  return async (task: Task) => {
    const question = `${nameOfHolder(task.claim?.by ?? '')} is told and stops. Take over?`
    if (await confirm({ question, action: 'Take over' })) claim([task], 'session')
  }
}
