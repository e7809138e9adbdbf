import type { Page } from '@playwright/test'
import { newId } from '../../src/contract/new-id.ts'
import type { NewTask } from '../../src/contract/schemas/tasks.ts'
import { expect } from '../taskdeck.ts'
import { addTasks, dayFromNow } from '../tasks.ts'

/** A program of the user, which works on tasks by their numbers. */
export async function programFor(page: Page, name: string) {
  const { token } = await (await page.request.post('/auth/tokens', { data: { name, scope: 'write' } })).json()
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const send = async (path: string, data: object, method = 'POST') => {
    const response = await page.request.fetch(path, { method, headers, data })
    await expect(response).toBeOK()
    return response.json()
  }
  return {
    headers,
    claim: (task: number, minutes = 30) => send('/tasks/claim', { task: String(task), minutes }),
    note: (task: number, text: string) => send(`/tasks/task/${task}/notes`, { text }),
    ask: async (task: number, text: string, choices: string[] = []): Promise<number> =>
      (await send(`/tasks/task/${task}/questions`, { text, choices })).note.number,
    /** Waits for the answer to a question of a task. */
    answerTo: (task: number, note: number) => send(`/tasks/task/${task}/notes/${note}/wait`, {}),
    prove: (task: number, receipt: object) => send(`/tasks/task/${task}/receipts`, { kind: 'run', ...receipt }),
    link: (task: number, commit: string, title: string) =>
      send(`/tasks/task/${task}/git`, { commit, title, effect: 'links' }),
    update: (task: number, values: object) => send(`/tasks/updateTask/${task}`, values, 'PUT'),
  }
}

/** The numbers of the tasks of a real deck by which tests name them. */
export const numbers = { keys: 1, release: 2, limits: 3, middleware: 4, image: 5 }

const longTitle =
  'Answer the note of the penetration test on session fixation, including what happens to sessions of devices that were offline at the time of the switch'
const hebrew = 'לבדוק את הגיבויים של סוף השבוע לפני השחרור'
const arabic = 'مراجعة صفحة تسجيل الدخول قبل الإصدار'
const names = [
  'Migrate the nightly e2e suite',
  'Validate the feature-flag SDK upgrade',
  'Remove N+1 queries from the invoice list',
  'Cache the Docker layers of the e2e job',
  'Profile the cold start',
  'Add scopes to access tokens',
  'Document the retry policy for integrators',
  'Reply to the licence question in 214',
  'Delete the in-memory limiter',
  'Show the limit headers in the API console',
]
const priorities = ['Low', 'Medium', 'High', 'Medium'] as const
const labels = ['api', 'bug', 'ci', 'docs', 'ops', 'perf', 'release-2-4', 'security', 'tests']

/** Fills the deck of the signed-in user as after some weeks of work with three agents. */
export async function addRealDeck(page: Page, fillers = 60) {
  const today = await dayFromNow(page, 0)
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const [tests, restart, fast, two] = [newId(), newId(), newId(), newId()]
  const doneWhen = [
    { id: tests, text: 'Limiter tests pass', command: 'npm test -- limiter', isMet: false },
    { id: restart, text: 'Limits survive a restart', isMet: false },
    { id: fast, text: 'p95 of a limited call stays below 4 ms', command: 'npm run bench:limits', isMet: false },
    { id: two, text: 'Two instances share one count', command: 'npm run e2e -- two-nodes', isMet: false },
  ]
  const [keys, release] = await addTasks(
    page,
    {
      title: 'Rotate the webhook signing keys',
      description:
        'Old keys leave the keyring after the second deploy.\n\n- [x] announce\n- [x] rotate\n- [ ] remove\n- [ ] check',
      ...{ priority: 'Critical', status: 'In Progress', dueDate: day(-5), labels: ['security', 'release-2-4'] },
    },
    { title: 'Release 2.4', priority: 'High', dueDate: day(14), labels: ['release-2-4'], description: '' },
  )
  const [limits] = await addTasks(page, {
    title: 'Move rate limits from memory to Postgres',
    description:
      'Limits reset on every deploy, and two instances count separately. Keep one row per key and window; delete rows with the window.',
    ...{ priority: 'Critical', dueDate: day(2), labels: ['api', 'release-2-4'] },
    ...{ partOf: release?._id ?? '', blockedBy: [keys?._id ?? ''] },
  })
  await addTasks(
    page,
    {
      title: 'Switch the middleware to the Postgres limiter',
      description:
        'Behind `LIMITER=pg` until the load test has passed.\n\n```sh\nnpm run limits -- --window 60 --store postgres --dry-run\n```',
      ...{ priority: 'High', status: 'In Progress', dueDate: day(2), labels: ['api'] },
      ...{ partOf: limits?._id ?? '', doneWhen },
    },
    {
      title: 'Upgrade the build image to Debian 13',
      ...{ status: 'In Progress', dueDate: day(-1), labels: ['ci'], partOf: release?._id ?? '', description: '' },
    },
  )
  const others: Partial<NewTask>[] = [
    { title: longTitle, priority: 'High', dueDate: day(-3), labels: ['security'] },
    {
      title: hebrew,
      priority: 'High',
      dueDate: day(-2),
      labels: ['תשתיות'],
      description: 'בשרת הבדיקה, עם `pg_restore`.',
    },
    { title: arabic, dueDate: day(0), labels: ['docs'] },
    {
      title: 'Fix the flaky checkout test',
      priority: 'High',
      status: 'In Progress',
      dueDate: day(0),
      labels: ['tests'],
    },
    {
      title: 'Check that last night’s backup restores',
      priority: 'High',
      dueDate: day(0),
      labels: ['ops'],
      repeat: { rule: 'FREQ=DAILY', from: 'due' },
    },
    { title: 'Draft the Q1 capacity plan', dueDate: day(15), startDate: day(0) },
    { title: 'Try the new runtime on staging', priority: 'Low', dueDate: null, startDate: day(0) },
    { title: 'Ask legal about the template of the data processing agreement', dueDate: day(9), startDate: day(4) },
    { title: 'Learn how the new scheduler works', priority: 'Low', dueDate: null, startDate: '9999-12-31' },
    {
      title: 'Read the limit from the request context',
      status: 'Completed',
      dueDate: day(-1),
      partOf: limits?._id ?? '',
    },
    { title: 'Remove the feature flag', dueDate: day(1), partOf: limits?._id ?? '' },
    ...Array.from(
      { length: fillers },
      (_none, index): Partial<NewTask> => ({
        title: index < 10 ? (names[index] ?? '') : `${names[index % 10]}, round ${Math.floor(index / 10) + 1}`,
        priority: priorities[index % 4] ?? 'Medium',
        status: index % 5 === 4 ? 'Completed' : 'Pending',
        dueDate: index % 7 === 6 ? null : day((index % 29) - 4),
        labels: [
          labels[index % labels.length] ?? '',
          ...(index % 6 ? [] : [labels[(index + 3) % labels.length] ?? '']),
        ],
      }),
    ),
  ]
  for (let start = 0; start < others.length; start += 100) await addTasks(page, ...others.slice(start, start + 100))
  for (const [name, address] of [
    ['API work', '/board?label=api'],
    ['Security', '/list?label=security'],
  ])
    await expect(await page.request.post('/views', { data: { name, address } })).toBeOK()
  await letAgentsWork(page, { tests, restart, fast }, doneWhen)
}

async function letAgentsWork(
  page: Page,
  { tests, restart, fast }: Record<'tests' | 'restart' | 'fast', string>,
  doneWhen: { id: string }[],
) {
  const [codex, bot, helper] = [
    await programFor(page, 'codex'),
    await programFor(page, 'release-bot'),
    await programFor(page, 'docs-helper'),
  ]
  const { middleware, image, keys } = numbers
  const [before, after] = ['c20d5aa'.padEnd(40, '0'), '9f31c2e'.padEnd(40, '0')]
  const ran = { machine: 'laptop', branch: '4-limiter', isClean: true, durationMs: 3_200 }
  await codex.claim(middleware)
  await codex.prove(middleware, {
    ...ran,
    criterion: tests,
    command: 'npm test -- limiter',
    exitCode: 1,
    commit: before,
  })
  await codex.prove(middleware, {
    ...ran,
    criterion: fast,
    command: 'npm run bench:limits',
    exitCode: 0,
    commit: before,
  })
  await codex.link(middleware, after, 'limiter: count in one row per window')
  await codex.prove(middleware, {
    ...ran,
    criterion: tests,
    command: 'npm test -- limiter',
    exitCode: 0,
    commit: after,
  })
  await codex.prove(middleware, { kind: 'reported', summary: 'Old limits drain over one window', commit: after })
  const checked = doneWhen.map((one) => ({ ...one, isMet: one.id === restart }))
  await expect(await page.request.put(`/tasks/updateTask/${middleware}`, { data: { doneWhen: checked } })).toBeOK()
  await codex.note(middleware, 'Old limits drain over one window, so nobody is locked out at the switch.')
  await expect(
    await page.request.post(`/tasks/task/${middleware}/notes`, { data: { text: 'Keep `LIMITER=memory` for a week.' } }),
  ).toBeOK()
  await bot.claim(image)
  await bot.update(keys, { priority: 'High' })
  await bot.update(keys, { priority: 'Critical' })
  await helper.note(keys, 'The page about webhooks names the new header.')
  await codex.ask(middleware, 'Should a request with no API key share one limit per address, or be refused?', [
    'One limit per address',
    'Refuse with 401',
  ])
  await bot.ask(image, 'Which mirror should the image use until the company’s mirror is back?')
}
