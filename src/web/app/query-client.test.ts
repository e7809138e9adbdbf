import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../contract/client.ts'
import { sessionQuery } from '../accounts/session.ts'
import { createUserCell } from '../ui/client-state.ts'
import { queryClient } from './query-client.ts'

const draft = createUserCell('')
const ended = () => new CallError(401, 'not_signed_in', 'Please sign in first.')
const isForgotten = () =>
  vi.waitFor(() => {
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBe(null)
    expect(queryClient.getQueryData(['tasks'])).toBeUndefined()
    expect(queryClient.getQueryData(['account'])).toBeUndefined()
    expect(draft.get()).toBe('')
  })

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { username: 'ana' } } as never)
  queryClient.setQueryData(['tasks'], ['secret plans'])
  queryClient.setQueryData(['account'], { google: null })
  draft.set('secret plans')
})

test('a query that finds the session ended removes all data of its user', async () => {
  await expect(
    queryClient.fetchQuery({ queryKey: ['trash'], queryFn: () => Promise.reject(ended()) }),
  ).rejects.toThrow()
  await isForgotten()
})

test('so does a mutation', async () => {
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: () => Promise.reject(ended()) })
  await expect(change.execute(undefined)).rejects.toThrow()
  await isForgotten()
})

test('so does a check of the session', async () => {
  const body = { message: 'Please sign in first.', code: 'not_signed_in' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 401 }))
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  vi.unstubAllGlobals()
  await isForgotten()
})

test('another error removes nothing', async () => {
  const refusal = new CallError(403, 'forbidden', 'No.')
  await expect(
    queryClient.fetchQuery({ queryKey: ['trash'], queryFn: () => Promise.reject(refusal) }),
  ).rejects.toThrow()
  expect(queryClient.getQueryData(['tasks'])).toEqual(['secret plans'])
  expect(draft.get()).toBe('secret plans')
})

test.for([
  ['a gateway', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a restarting server', () => Response.json({ message: 'Too busy.', code: 'unavailable' }, { status: 503 })],
  ['a proxy with a sign-in of its own', () => new Response('<h1>Who are you?</h1>', { status: 401 })],
  ['a captive portal', () => new Response('<h1>Welcome to our network</h1>')],
  ['something that answers JSON', () => Response.json({})],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('a session check that %s answers removes nothing', async ([, answer]) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', answer)
  await expect(queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })).rejects.toThrow()
  expect(console.error).toHaveBeenCalledWith('Auth check failed', expect.anything())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: { username: 'ana' } })
  expect(queryClient.getQueryData(['tasks'])).toEqual(['secret plans'])
  expect(draft.get()).toBe('secret plans')
})
