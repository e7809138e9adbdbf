import { expect, test } from 'vitest'
import { whileListening } from './while-listening.ts'

test('nothing is taken after the senders have ended: the queue stops first', async () => {
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise(setImmediate)
    steps.push(`${name} ends`)
  }
  const work = whileListening({
    queue: { start: () => steps.push('start'), stop: step('queue') },
    following: [{ start: () => steps.push('start'), stop: step('webhooks') }],
    meetings: { stop: async () => {} },
    notices: { settled: step('notices') },
  })
  await work.start()
  await work.stop()
  expect(steps.slice(0, 4)).toEqual(['start', 'start', 'queue begins', 'queue ends'])
  expect(steps.slice(4).toSorted()).toEqual(['notices begins', 'notices ends', 'webhooks begins', 'webhooks ends'])
})
