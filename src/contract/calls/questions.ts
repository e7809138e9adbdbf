import { callsOf } from '../endpoint.ts'
import type { questionSchemas } from '../schemas/questions.ts'

export const questionCalls = callsOf<typeof questionSchemas>()({
  list: { method: 'GET', path: '/tasks/questions', access: 'read' },
  ask: { method: 'POST', path: '/tasks/task/:id/questions', access: 'write', status: 201 },
  answer: { method: 'POST', path: '/tasks/task/:id/notes/:note/answer', access: 'write' },
  withdraw: { method: 'POST', path: '/tasks/task/:id/notes/:note/withdraw', access: 'write' },
  wait: { method: 'POST', path: '/tasks/task/:id/notes/:note/wait', access: 'write', takesKey: false },
})
