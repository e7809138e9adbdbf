// A setup file. Test files share processes, so what a test leaves in its process breaks others, which then fail for no visible reason.
// So the test fails that has left it.
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { leftBehind, processState } from './process-state.ts'

function expectNothing(culprit: string, found: string[]) {
  if (found.length > 0) throw new Error(`${culprit} leaves ${found.join(', ')} behind, which other tests then have.`)
}

beforeEach(({ task }) => {
  const before = processState()
  // Registered first, so it runs after everything that the test puts back itself.
  onTestFinished(() => expectNothing(`"${task.name}"`, leftBehind(before)))
})

// Packages may listen from their import on, so the listeners of a file do not count.
const before = { ...processState(), listeners: new Map() }
afterAll(() => expectNothing('This file', leftBehind(before)))
