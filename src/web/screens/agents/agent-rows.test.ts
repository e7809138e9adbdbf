import { expect, test } from 'vitest'
import type { AgentRow } from '../../../contract/schemas/agents.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { agentRows } from './agent-rows.ts'

const now = '2026-11-17T12:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const agent = (name: string, values: Partial<AgentRow> = {}): AgentRow => ({
  name,
  state: 'valid',
  last: null,
  completed: [],
  error: null,
  ...values,
})
const task = (id: string, values: Partial<Task> = {}) => ({ _id: id, status: 'Pending', ...values }) as Task
const claim = (by: string, renewed: number, minutes = 60) => ({
  claim: { by, at: at(renewed), minutes, until: at(renewed - minutes) },
})

test('agents are sorted by their state: asks, quiet, working, idle, ended', () => {
  const rows = agentRows({
    agents: [agent('gone', { state: 'revoked' }), agent('idle'), agent('worker'), agent('quiet'), agent('old')],
    tasks: [
      task('1', claim('agent:worker', 5)),
      task('2', claim('token:quiet', 24)),
      task('3', claim('token:old', 90)),
      task('4', claim('session', 5)),
      task('5', { ...claim('agent:worker', 1), status: 'Completed' }),
    ],
    questions: [{ via: 'agent:asker', taskId: '1' }],
    now,
  })
  expect(rows.map(({ name, words, holds }) => [name, words, holds.map(({ _id }) => _id)])).toEqual([
    ['asker', 'asks you', []],
    ['quiet', 'quiet for 24 min', ['2']],
    ['worker', 'working', ['1']],
    ['idle', 'idle', []],
    ['old', 'idle', []],
    ['gone', 'token revoked', []],
  ])
})

test('only tasks that are still completed count, and those whose criteria are all met are proved', () => {
  const criterion = (isMet: boolean) => ({ id: 'a', text: 'Tests pass', isMet })
  const done = { status: 'Completed' } as const
  const [row] = agentRows({
    agents: [agent('codex', { completed: ['1', '2', '3', '4'] })],
    tasks: [
      task('1', { ...done, doneWhen: [criterion(true)] }),
      task('2', { ...done, doneWhen: [criterion(false)] }),
      task('3', done),
      task('4'),
    ],
    questions: [],
    now,
  })
  expect(row?.completed).toEqual({ count: 3, proved: 1, kinds: [{ kind: 'checked', count: 1 }] })
})

test('proved tasks are counted by the kinds of their proof, the best one first', () => {
  const criterion = (id: string) => ({ id, text: 'Tests pass', isMet: false })
  const proof = (kind: 'run' | 'ci' | 'reported', isPassed = true) => ({ kind, isPassed, behind: 0 })
  const done = { status: 'Completed' } as const
  const [row] = agentRows({
    agents: [agent('codex', { completed: ['1', '2', '3', '4'] })],
    tasks: [
      task('1', { ...done, doneWhen: [criterion('a'), criterion('b')], proof: { a: proof('run'), b: proof('ci') } }),
      task('2', { ...done, doneWhen: [criterion('a'), criterion('b')], proof: { a: proof('run'), b: proof('run') } }),
      task('3', { ...done, doneWhen: [criterion('a')], proof: { a: proof('reported') } }),
      task('4', { ...done, proof: { task: proof('ci', false) } }),
    ],
    questions: [],
    now,
  })
  const kinds = [
    { kind: 'ci', count: 1 },
    { kind: 'run', count: 2 },
    { kind: 'reported', count: 1 },
  ]
  expect(row?.completed).toEqual({ count: 4, proved: 3, kinds })
})
