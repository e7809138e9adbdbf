import { expect, test } from 'vitest'
import { exitCodes, summaryOf } from './summary.ts'

const { followed, failed, notRun } = exitCodes

test.for([
  [[followed, followed], '2 pages work as written, 0 failed, 0 not run, 7 s', 0],
  [[followed, notRun], '1 page works as written, 0 failed, 1 not run, 7 s', 0],
  [[failed, notRun, null], '0 pages work as written, 2 failed, 1 not run, 7 s', 1],
] as const)('pages that ended with %j are summed up as "%s"', ([codes, text, exitCode]) => {
  expect(summaryOf(codes, 7_100)).toEqual({ text, exitCode })
})
