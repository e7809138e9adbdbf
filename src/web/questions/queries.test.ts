import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { maxQuestions, questionsQuery } from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A server with so many open questions. Returns the places from which pages were asked for. */
function answerWith(count: number): (string | null)[] {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string | URL | Request) => {
    const { searchParams } = new URL(String(address), 'http://localhost')
    const [limit, before] = [Number(searchParams.get('limit')), searchParams.get('before')]
    asked.push(before)
    const first = Number(before ?? 0)
    const length = Math.min(limit, count - first)
    const questions = Array.from({ length }, (_, index) => ({ _id: `${first + index}`, task: { _id: 't' } }))
    return Response.json({ questions, nextBefore: first + length < count ? `${first + length}` : null })
  })
  return asked
}

test('all open questions are loaded page by page, up to a limit', async () => {
  const asked = answerWith(250)
  const questions = await new QueryClient().fetchQuery(questionsQuery)
  expect(asked).toEqual([null, '100', '200'])
  expect([questions.length, new Set(questions.map(({ _id }) => _id)).size]).toEqual([250, 250])
  expect(questions[0]).toEqual({ _id: '0', taskId: 't' })
  answerWith(maxQuestions * 2)
  expect(await new QueryClient().fetchQuery(questionsQuery)).toHaveLength(maxQuestions)
})
