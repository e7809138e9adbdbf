import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { addReceipt, receiptsOf } from '../../test/receipts.ts'
import { uploadApp } from '../../test/uploads.ts'

test('an agent reports proof, sees it as no more than that, and learns what is missing when it completes', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { use, fail } = await agentOf(app.origin, ana)
  const doneWhen = [{ text: 'Tests pass', command: 'npm test' }, { text: 'The page is clear' }]
  await use('create_tasks', { tasks: [{ title: 'Fix', doneWhen }] })
  await ana.put('/auth/preferences', { proofRule: 'criteria' })
  await use('update_task', { task: 1, doneWhen: doneWhen.map((one) => ({ ...one, isMet: true })) })
  expect((await receiptsOf(ana, 1)).map(({ kind, summary }) => [kind, summary])).toEqual([
    ['reported', 'The page is clear'],
    ['reported', 'Tests pass'],
  ])
  expect((await use('get_task', { task: 1 })).text).toContain('- [x] Tests pass (npm test): Reported')
  await addReceipt(ana, 1, { command: 'npm run lint', exitCode: 1, commit: 'a'.repeat(40) })
  const { text, data } = await use('get_task', { task: 1 })
  expect(text).toMatch(
    /## Proof, newest first\n\n- Run · npm run lint · exit 1 · a{12} · \S+ · the user.*\n- Reported · The page is clear · stale, 1 newer commit · \S+ · the user via laptop-agent/,
  )
  expect(data).toMatchObject({
    receipts: [
      { kind: 'Run', name: 'npm run lint', isPassed: false, exitCode: 1 },
      { kind: 'Reported', shows: 'The page is clear' },
      { kind: 'Reported', shows: 'Tests pass' },
    ],
  })
  const refused = await fail('complete_tasks', { tasks: [1] })
  expect(refused).toContain('Open: 1 “Tests pass”, shown by “npm test”: run taskdeck prove 1 --for 1.')
  expect(refused).not.toContain('The page is clear')
})
