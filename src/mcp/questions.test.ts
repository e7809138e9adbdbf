import { expect, test } from 'vitest'
import { agentOf, protocols } from '../../test/agent.ts'
import { engines } from '../../test/database.ts'
import { answerTo, withdraw } from '../../test/questions.ts'
import { addTask } from '../../test/tasks.ts'
import { uploadApp } from '../../test/uploads.ts'

test.for(engines)('%s: an agent asks the user, works on, and gets the answer when it waits', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  await addTask(ana, { title: 'Clean up', dueDate: null })
  await addTask(ana, { title: 'Other', dueDate: null, priority: 'Low' })
  const { use, fail } = await agentOf(app.origin, ana, { name: 'codex' })
  const asked = await use('ask_owner', { task: '#1', text: 'Drop the old column?', choices: ['yes', 'no'] })
  expect([asked.text, asked.data]).toMatchObject([
    'Asked question 1. For the answer, call wait_for_answer with question 1.',
    { question: 1, change: expect.any(Number) },
  ])
  expect(
    (await use('ask_owner', { task: 1, text: 'Drop the old column?', choices: ['yes', 'no'] })).data,
  ).toMatchObject({
    message: 'Question 1 is open already.',
    question: 1,
  })
  expect((await use('list_tasks')).text).toContain('#1 Clean up · Pending · Medium · 1 note · 1 open question')
  expect((await use('list_tasks', { needs: 'you' })).data.tasks).toMatchObject([{ number: 1, openQuestions: 1 }])
  expect((await use('next_tasks')).text).toMatch(/#1 .* why: 1 open question, Medium\n#2/)
  expect((await use('get_task', { task: 1 })).text).toMatch(
    /### Question 1 · .*\n\n> Drop the old column\?\n\nNot answered yet\. Suggested answers: yes \/ no\./,
  )
  // Three calls that wait do not keep the agents of a user from their other calls, although these are answered two at a time.
  const waiting = Array.from({ length: 3 }, () => use('wait_for_answer', { task: 1, question: 1 }))
  for (let call = 0; call < 4; call++) await use('list_tasks')
  await answerTo(ana, 1, 1, 'yes\n# but keep a copy')
  for (const { text, data } of await Promise.all(waiting)) {
    expect(text).toBe("The owner has answered question 1 of #1.\n\nThe user's own words:\n\n> yes\n> # but keep a copy")
    expect(data).toMatchObject({ state: 'answered', answer: 'yes\n# but keep a copy', holdsTask: false })
  }
  expect((await answerTo(ana, 1, 1, 'no')).body.message).toContain('codex (agent) has read the answer')
  expect((await use('get_task', { task: 1 })).text).toContain('The user has answered:\n\n> yes\n> # but keep a copy')

  await use('ask_owner', { task: 1, text: 'Which?' })
  await withdraw(ana, 1, 2)
  expect((await use('wait_for_answer', { task: 1, question: 2 })).data).toMatchObject({
    state: 'dismissed',
    answer: null,
  })
  await use('ask_owner', { task: 1, text: 'When?' })
  expect((await use('wait_for_answer', { task: 1, question: 3, withdraw: true })).text).toContain('Question withdrawn.')
  expect((await use('get_task', { task: 1 })).text).toContain('Closed without an answer (dismissed).')
  expect(await fail('wait_for_answer', { task: 1, question: 9 })).toContain('That question does not exist.')
  expect(await fail('ask_owner', { task: 1, text: 'Which?', choices: ['1', '2', '3', '4', '5', '6'] })).toContain(
    'choices must have at most 5 items.',
  )
  const reader = await agentOf(app.origin, ana, { name: 'reader', scope: 'read' })
  const names = (await reader.client.listTools()).tools.map(({ name }) => name)
  expect(names.filter((name) => /^(ask|wait)_/.test(name))).toEqual([])
})

test.for(protocols)('%s: an agent that stops waiting gives its connection back', async (protocol) => {
  const app = await uploadApp()
  const ana = app.as('ana')
  await addTask(ana)
  const { use, client } = await agentOf(app.origin, ana, { protocol })
  await use('ask_owner', { task: 1, text: 'How?' })
  const stop = new AbortController()
  const wait = { name: 'wait_for_answer', arguments: { task: 1, question: 1 } }
  const waiting = client.callTool(wait, { signal: stop.signal }).catch(() => 'stopped')
  await use('list_tasks')
  stop.abort()
  expect(await waiting).toBe('stopped')
  const again = use('wait_for_answer', { task: 1, question: 1 })
  await answerTo(ana, 1, 1, 'So')
  expect((await again).data).toMatchObject({ answer: 'So' })
})
