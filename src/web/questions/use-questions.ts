import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOpenQuestion, needsYou } from '../../contract/questions.ts'
import { type DeckTask, noteEffectsOf } from '../deck/change.ts'
import { useDeck } from '../deck/current-deck.ts'
import { questionsIn } from './needs-you.ts'
import { type Asked, questionsQuery } from './queries.ts'

export interface OpenQuestion {
  note: Asked
  task: DeckTask
}

/** The open questions, newest first, without those whose answer waits to be sent. They are loaded only if a task has some. */
export function useQuestions() {
  const { tasks, byId, changes } = useDeck()
  const expected = useMemo(() => questionsIn(tasks), [tasks])
  const { data, error, refetch } = useQuery({ ...questionsQuery, enabled: expected > 0 })
  const questions = useMemo(
    () =>
      (data ?? [])
        .flatMap((note): OpenQuestion[] => {
          const task = byId.get(note.taskId)
          if (!task || task.trashedAt || !needsYou(task)) return []
          const effects = changes.flatMap((change) => noteEffectsOf(change, note.taskId))
          const last = effects.findLast(({ from, to }) => (to ?? from)?._id === note._id)
          const now = last ? last.to : note
          return now && isOpenQuestion(now) ? [{ note, task }] : []
        })
        .sort((a, b) => (a.note.createdAt < b.note.createdAt ? 1 : -1)),
    [data, byId, changes],
  )
  return { questions, expected, isLoading: expected > 0 && !data && !error, error, refetch }
}
