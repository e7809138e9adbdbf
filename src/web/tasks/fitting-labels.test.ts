import { expect, test } from 'vitest'
import { fittingLabels } from './fitting-labels.ts'

test('labels that do not fit in one line are counted, and one is always shown', () => {
  expect(fittingLabels([])).toEqual({ shown: [], more: [] })
  expect(fittingLabels(['api', 'ops'])).toEqual({ shown: ['api', 'ops'], more: [] })
  const long = ['authentication', 'documentation', 'internationalisation']
  expect(fittingLabels(long)).toEqual({ shown: long.slice(0, 2), more: long.slice(2) })
  expect(fittingLabels(long, 15)).toEqual({ shown: long.slice(0, 1), more: long.slice(1) })
  const endless = 'a'.repeat(40)
  expect(fittingLabels([endless, 'b'])).toEqual({ shown: [endless], more: ['b'] })
})
