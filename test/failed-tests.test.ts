import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedInPlaywright, failedInVitest, leftOutInVitest } from '../scripts/failed-tests.mjs'
import { slowestInPlaywright, slowestInVitest } from '../scripts/slowest-files.mjs'

const vitestReport = {
  testResults: [
    {
      name: join(process.cwd(), 'src/server/tasks/labels.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'sqlite: a label is kept', status: 'passed' },
        {
          fullName: 'postgres: a label is kept',
          status: 'failed',
          failureMessages: ['AssertionError: expected 1\n  to be 2\n    at labels.test.ts:9', 'Error: later'],
        },
        { fullName: 'postgres: a label is empty', status: 'skipped', tags: [] },
        { fullName: 'sqlite: a million labels are kept', status: 'skipped', tags: ['long'] },
        { fullName: 'postgres: a million labels are kept', status: 'failed', tags: ['long'] },
      ],
    },
    { name: join(process.cwd(), 'test/broken.test.ts'), status: 'failed', assertionResults: [] },
  ],
}

test('the failed tests, skipped tests and unloadable files of a vitest report are listed with their reason, without tests that were left out on purpose', () => {
  const [first, second, ...rest] = [
    'src/server/tasks/labels.test.ts > postgres: a label is kept: AssertionError: expected 1 to be 2',
    'src/server/tasks/labels.test.ts > postgres: a label is empty [skipped]',
    'src/server/tasks/labels.test.ts > postgres: a million labels are kept',
    'test/broken.test.ts (the file itself failed)',
  ]
  const leftOut = 'src/server/tasks/labels.test.ts > sqlite: a million labels are kept [skipped]'
  expect(failedInVitest(vitestReport)).toEqual([first, second, leftOut, ...rest])
  const isLong = ({ tags = [] }: { tags?: string[] }) => tags.includes('long')
  expect(failedInVitest(vitestReport, isLong)).toEqual([first, second, ...rest])
  expect(leftOutInVitest(vitestReport, isLong)).toBe(1)
})

test('the failed, flaky and skipped tests of a Playwright report are listed with their project and reason, and errors outside tests', () => {
  const spec = (title: string, line: number, ...tests: object[]) => ({ title, file: 'trash.spec.ts', line, tests })
  const report = {
    config: { rootDir: join(process.cwd(), 'e2e') },
    errors: [{ message: 'Error: the server did not start\n    at start' }],
    suites: [
      {
        title: 'trash.spec.ts',
        file: 'trash.spec.ts',
        specs: [
          spec('a task is restored', 3, {
            projectName: 'desktop',
            status: 'expected',
          }),
          spec(
            'a task is deleted',
            9,
            {
              projectName: 'desktop',
              status: 'unexpected',
              results: [{ errors: [{ message: '\u001b[31mError: it is\u001b[39m\n    still there' }] }],
            },
            { projectName: 'phone', status: 'flaky' },
          ),
        ],
        suites: [
          {
            title: 'a full trash',
            file: 'trash.spec.ts',
            specs: [spec('is emptied', 20, { projectName: 'desktop', status: 'skipped' })],
          },
        ],
      },
    ],
  }
  expect(failedInPlaywright(report)).toEqual([
    'e2e/trash.spec.ts:9 > a task is deleted (desktop): Error: it is still there',
    'e2e/trash.spec.ts:9 > a task is deleted (phone) [flaky]',
    'e2e/trash.spec.ts:20 > a full trash > is emptied (desktop) [skipped]',
    'Error: the server did not start',
  ])
})

test('the slowest files of a report are listed with their time', () => {
  const file = (name: string, endTime: number) => ({ name: join(process.cwd(), name), startTime: 1_000, endTime })
  const files = [1, 2, 3, 4, 5, 6].map((second) => file(`test/${second}.test.ts`, 1_000 + 1_000 * second))
  expect(slowestInVitest({ testResults: files })).toEqual([6, 5, 4, 3, 2].map((s) => `${s} s  test/${s}.test.ts`))
  const specs = [{ tests: [{ results: [{ duration: 400 }, { duration: 700 }] }] }]
  const suites = [{ file: 'trash.spec.ts', specs, suites: [{ specs }] }]
  expect(slowestInPlaywright({ config: { rootDir: join(process.cwd(), 'e2e') }, suites })).toEqual([
    '2 s  e2e/trash.spec.ts',
  ])
})
