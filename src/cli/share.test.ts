import { expect, test } from 'vitest'
import { cliUser, sharedServer } from '../../test/cli.ts'
import { linkHeader } from '../contract/shares.ts'

const origin = sharedServer()

test('a task and a view are shared by links that are printed once, listed and revoked', async () => {
  const { run, call } = await cliUser(origin(), 'ana')
  await run('add', 'Dinner', '#fun')
  await call('POST', '/views', { name: 'Fun things', address: '/list?label=fun' })
  const made = await run(
    'share',
    '1',
    '--days',
    '7',
    '--show',
    'dates,notes',
    '--ask',
    'When?',
    '--choice',
    'Mon',
    '--choice',
    'Tue',
  )
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/taskdeck\/link\/#[\w-]{43}\nShows titles, status, dates, notes\. It is not shown again\.\n$/,
  )
  const page = async (url: string) => {
    const answer = await fetch(`${origin()}/shared`, { headers: { [linkHeader]: url.trim().split('#')[1] ?? '' } })
    return answer.json()
  }
  expect(await page(made.stdout.split('\n')[0] ?? '')).toMatchObject({
    ...{ title: 'Dinner', parts: ['dates', 'notes'] },
    task: { question: { text: 'When?', choices: ['Mon', 'Tue'], answer: null } },
  })
  const { stdout: url } = await run('share', '--view', 'fun', '--name', 'For Bo', '--quiet')
  expect(await page(url)).toMatchObject({ kind: 'view', title: 'Fun things' })
  expect((await run('share', '--list')).stdout).toMatch(
    /^[\w-]+\tFor Bo\tview Fun things\tworks until you revoke it\t0\n[\w-]+\tDinner\t#1 Dinner\texpires \d{4}-\d\d-\d\d\t0\n$/,
  )
  expect((await run('share', '--list', '--json')).json.shares).toMatchObject([
    { name: 'For Bo', via: 'token:laptop' },
    { days: 7, question: { text: 'When?' }, answered: null },
  ])
  expect((await run('share', '--revoke', 'for bo')).stdout).toBe('Revoked the link For Bo\n')
  expect(await page(url)).toMatchObject({ message: 'This link no longer works.' })
})

test('a link that makes no sense is refused in words', async () => {
  const { run } = await cliUser(origin(), 'bo')
  await run('add', 'One')
  for (const [args, code, words] of [
    [['1', '--view', 'x'], 2, 'Share a task or a view?'],
    [['1', '--choice', 'a'], 2, '--choice needs a question.'],
    [['1', '--days', '0'], 2, '--days cannot be “0”.'],
    [['1', '--show', 'parents'], 2, '--show'],
    [['9'], 1, '#9'],
    [['--revoke', 'x'], 1, 'No link is called “x”.'],
  ] as const) {
    const ran = await run('share', ...args)
    expect([args, ran.code]).toEqual([args, code])
    expect(ran.stderr).toContain(words)
  }
  const reader = await cliUser(origin(), 'cy', 'read')
  expect((await reader.run('share', '--list')).code).toBe(0)
})
