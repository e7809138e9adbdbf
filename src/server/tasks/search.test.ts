import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentOf } from '../../../test/agent.ts'
import { testApp } from '../../../test/app.ts'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { undo } from '../../../test/history.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { longestTurn } from '../../../test/turns.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { queryWords, scoreOf, searchText } from '../../contract/search.ts'
import { meantWords } from '../../contract/task-lists/filter.ts'

test.for(engines)(
  '%s: a task is found by words of its title, description and labels, and by their beginnings',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    const { number } = await addTask(ana, {
      title: 'Fix login',
      description: 'Times out; see RFC-2616',
      labels: ['auth_web'],
    })
    await addTask(ana, { title: 'Something', description: 'of another kind' })
    for (const q of [
      'fix',
      'lo',
      'login',
      'l',
      'times',
      'OUT',
      'rfc',
      '2616',
      '26',
      'rfc-2616',
      'auth',
      'auth_web',
      'we',
    ]) {
      expect([q, await found(ana, { q })]).toEqual([q, [number]])
    }
    for (const q of ['ogin', 'ix', '616', 'eb', 'authweb', 'fixlogin']) {
      expect([q, await found(ana, { q })]).toEqual([q, []])
    }
  },
)

test.for(engines)(
  '%s: one typo in a word of five letters or more is forgiven if no task has the word',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    await addTask(ana, { title: 'Fix the flaky checkout test', status: 'Completed' })
    await addTask(ana, { title: 'Flaky login', description: 'see checkouts' })
    await addTask(ana, { title: 'Shop in the shop' })
    expect(await found(ana, { q: 'flakey' })).toEqual([2, 1])
    expect(await found(ana, { q: 'flakey', status: 'Completed' })).toEqual([1])
    expect(await found(ana, { q: 'flakey chekcout' })).toEqual([1, 2])
    expect(await found(ana, { q: 'logins' })).toEqual([2])
    for (const q of ['shep', 'flekoy', 'login55', 'flaky nothing'])
      expect([q, await found(ana, { q })]).toEqual([q, []])
  },
)

test.for(engines)('%s: every word must occur, in any order and in any of the fields', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { title: 'red apple', description: 'sweet' })
  await addTask(ana, { title: 'red pear', description: 'sour', labels: ['fruit'] })
  expect(await found(ana, { q: 'red' })).toEqual([2, 1])
  expect(await found(ana, { q: 'sweet red' })).toEqual([1])
  expect(await found(ana, { q: 'fru so pe re' })).toEqual([2])
  expect(await found(ana, { q: 'red red RED' })).toEqual([2, 1])
  expect(await found(ana, { q: 'red plum' })).toEqual([])
  expect(await found(ana, { q: 'sweet fruit' })).toEqual([])
})

test.for(engines)('%s: letter case, accents and Unicode normalization do not matter', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { title: 'Überprüfe das CAFÉ', description: 'Ångström' })
  await addTask(ana, { title: 'u\u0308berpru\u0308fe das cafe', description: 'ANGSTROM' })
  for (const q of ['überprüfe', 'UBERPRUFE', 'ubér', 'cafe', 'CAFÉ', 'cafe\u0301', 'ångström', 'ang', 'ＣＡＦＥ']) {
    expect([q, await found(ana, { q })]).toEqual([q, [2, 1]])
  }
  await addTask(ana, { title: 'Привет, МИР', description: 'İstanbul' })
  for (const q of ['привет', 'ПРИВ', 'мир', 'istanbul', 'İST', 'IST']) {
    expect([q, await found(ana, { q })]).toEqual([q, [3]])
  }
})

test.for(engines)(
  '%s: results are ranked: words of the title, beginnings in it, then the rest; equal ones newest first',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    const texts: [title: string, description: string, labels?: string[]][] = [
      ['about testing', 'x'],
      ['the test', 'x'],
      ['other', 'a test'],
      ['other', 'testing'],
      ['other', 'x', ['test']],
      ['testing more', 'x'],
      ['test again', 'test'],
      ['nothing', 'at all'],
    ]
    for (const [title, description, labels = []] of texts) await addTask(ana, { title, description, labels })
    expect(await found(ana, { q: 'test' })).toEqual([7, 2, 6, 1, 5, 3, 4])
    expect(await found(ana, { q: 'testing' })).toEqual([6, 1, 4])
    // Both of two words count.
    expect(await found(ana, { q: 'test more' })).toEqual([6])
    expect(await found(ana, { q: 'other test' })).toEqual([5, 3, 4])
  },
)

test.for(engines)('%s: a query without a word matches everything, newest first', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  for (const title of ['!!!', 'b', '🙂']) await addTask(ana, { title, labels: ['x'] })
  for (const q of ['', ' ', '!?', '%', '_', '#', '"', "'", '\\', '🙂', '- - -', '.*']) {
    expect([q, await found(ana, { q })]).toEqual([q, [3, 2, 1]])
    expect([q, await found(ana, { q, label: 'x' })]).toEqual([q, [3, 2, 1]])
  }
})

const oddWords = [
  ...['test', 'testing', 'Test-Case', 'tester', 'résumé', 'RESUME', 're\u0301sume\u0301', 'naïve', 'Straße', 'STRASSE'],
  ...['ΟΔΟΣ', 'οδός', 'İstanbul', 'ısı', 'łódź', 'Ørsted', 'œuvre', 'ﬁle', '①②', 'x²', '½', 'Ⅻ', '٣٤', 'ǅ'],
  ...[
    '日本語',
    '日本',
    'ガイド',
    'ｶﾞｲﾄﾞ',
    '한국어',
    '한글',
    '中文测试',
    'हिन्दी',
    'ภาษาไทย',
    'العربية',
    'עברית',
    'שָׁלוֹם',
    '𝒜𝓁𝑔',
    '𠮷野家',
  ],
  ...[
    '🙂',
    '👨‍👩‍👧‍👦',
    '❤️',
    '%',
    '_',
    '100%',
    'a_b',
    'axb',
    '%a%',
    '"quoted"',
    "o'clock",
    'back\\slash',
    '\\',
    '\\%',
    '[a-z]*',
  ],
  ...[
    'C++',
    '#auth',
    'x@y.z',
    'http://a.b/c?d=e',
    '\u202eabc',
    '\ufeffbom',
    'zero\u200bwidth',
    'new\nline',
    'tab\tbed',
    'w'.repeat(199),
  ],
]

/** Sixty tasks with unusual words, the same in each run. */
function oddTasks() {
  const word = (index: number) => oddWords[index % oddWords.length] ?? ''
  return Array.from({ length: 60 }, (_, index) =>
    taskInput({
      title: index % 3 ? word(index) : `${word(index)} ${word(index * 7 + 1)}`.slice(0, 200).toWellFormed(),
      description: `${word(index * 5 + 2)} ${word(index * 11 + 3)} ${index % 9 ? '' : 'v'.repeat(9_000)}`,
      labels: index % 4 ? [] : ['test', `日本-${index % 3}`, 'a_b'].slice(0, (index % 3) + 1),
    }),
  )
}

test('unusual texts have the same results and order on both engines, as the contract defines', async () => {
  const people = await Promise.all(engines.map(async (engine) => (await testApp({ engine })).as('ana')))
  for (const person of people) {
    expect((await person.post('/tasks/bulkCreateTasks', { tasks: oddTasks() })).status).toBe(201)
  }
  const tasks = await listTasks(people[0] as Person)

  async function alike(q: string) {
    const words = meantWords(queryWords(q), tasks)
    const scored = tasks.map((task) => ({ ...task, score: scoreOf(searchText(task), words) }))
    const expected = scored.filter(({ score }) => score || !words.length).sort((a, b) => b.score - a.score)
    for (const person of people) {
      expect([q, await found(person, { q })]).toEqual([q, expected.map(({ number }) => number)])
    }
    return expected.length
  }

  // Every task is found by its own words.
  for (const word of oddWords) if (word.length <= 200) expect([word, (await alike(word)) > 0]).toEqual([word, true])
  expect(await alike('v'.repeat(200))).toBe(7)

  const piece = fc
    .tuple(fc.constantFrom(...oddWords), fc.integer({ min: 1, max: 12 }))
    .map(([word, end]) => word.slice(0, end))
  const query = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { minLength: 1, maxLength: 3 })
  const storable = query.map((pieces) => pieces.join(' ').toWellFormed().replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(storable, async (q) => {
      await alike(q)
    }),
    { numRuns: cases(50, 1_500) },
  )
})

test.for(engines)("%s: other users' tasks and those in the trash are not found", async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addTask(bo, { title: 'secret', labels: ['secret'] })
  const { _id } = await addTask(ana, { title: 'secret', labels: ['secret'] })
  await addTask(ana, { title: 'secret too', labels: ['secret'] })
  expect(await found(ana, { q: 'secret' })).toEqual([2, 1])
  await ana.delete(`/tasks/deleteTask/${_id}`)
  for (const filter of [
    { q: 'secret' },
    { label: 'secret' },
    { priority: 'Medium' },
    { dueFrom: '2000-01-01' },
  ] as const) {
    expect([filter, await found(ana, filter), await found(bo, filter)]).toEqual([filter, [2], [1]])
  }
  await ana.delete(`/tasks/trash/${_id}`)
  expect(await found(ana, { q: 'secret' })).toEqual([2])
})

test.for(engines)('%s: a changed or undone task is found by its new words and not by its old ones', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const { _id } = await addTask(ana, { title: 'oldtitle', description: 'olddescription', labels: ['oldlabel'] })
  const hits = async () => {
    const words = ['oldtitle', 'newtitle', 'olddescription', 'newdescription', 'oldlabel', 'newlabel']
    const lists = await Promise.all(words.map((q) => found(ana, { q })))
    return words.filter((_, index) => lists[index]?.length)
  }
  const asMade = ['oldtitle', 'olddescription', 'oldlabel']
  expect(await hits()).toEqual(asMade)
  const changes = [
    [{ title: 'newtitle' }, ['newtitle', 'olddescription', 'oldlabel']],
    [{ description: 'newdescription' }, ['newtitle', 'newdescription', 'oldlabel']],
    [{ labels: ['newlabel'] }, ['newtitle', 'newdescription', 'newlabel']],
    [{ labels: [] }, ['newtitle', 'newdescription']],
  ] as const
  for (const [fields, expected] of changes) {
    expect((await ana.put(`/tasks/updateTask/${_id}`, fields)).status).toBe(200)
    expect(await hits()).toEqual(expected)
  }
  for (const expected of [
    ...changes
      .slice(0, -1)
      .map(([, words]) => words)
      .reverse(),
    asMade,
  ]) {
    expect((await undo(ana)).status).toBe(200)
    expect(await hits()).toEqual(expected)
  }
})

test.for(engines)(
  '%s: a search returns the 200 best results, and a filter without words returns all tasks',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const { _id } = await addTask(ana, { description: 'one of many', labels: ['all'] })
    const ids = await copyTask(app.database, _id, 3_100)
    const newestFirst = ids
      .toSorted()
      .map((id) => ids.indexOf(id) + 1)
      .reverse()
    // The first and the last tasks of the pages of 1,000 tasks that a search reads, and others.
    const better = [0, 999, 1_000, 1_500, 1_999, 2_000, 3_000, 3_099].flatMap((place) => newestFirst[place] ?? [])
    for (const number of better) await ana.put(`/tasks/updateTask/${number}`, { title: 'many' })
    const others = newestFirst.filter((number) => !better.includes(number))
    expect(await found(ana, { q: 'many' })).toEqual([...better, ...others.slice(0, 200 - better.length)])
    expect(await found(ana, { label: 'all' })).toEqual(newestFirst)
    expect(await found(ana, { label: 'all', q: '!' })).toEqual(newestFirst)
  },
)

test('a capital sigma matches both at the end of a word and inside', async () => {
  const ana = (await testApp()).as('ana')
  await addTask(ana, { title: 'Οδοσήμανση' })
  expect(await found(ana, { q: 'ΟΔΟΣ' })).toEqual([1])
})

test('the eleventh word of a query is required, too', async () => {
  const ana = (await testApp()).as('ana')
  await addTask(ana, { title: 'a b c d e f g h i j' })
  expect(await found(ana, { q: 'a b c d e f g h i j missing' })).toEqual([])
})

test('other requests are answered while a typo is looked for in long texts', async () => {
  const { as, database, origin } = await uploadApp({ config: { listCacheBytes: 0 } })
  const ana = as('ana')
  const letters = 'abcdefghijklmnopqrstuvw'
  // Each word is a typo of none of the others, but has the half of some.
  const query = Array.from({ length: 12 }, (_, index) => letters.slice(index, index + 8))
  const near = Array.from({ length: 1_000 }, (_, index) => {
    const end = [...index.toString(4).padStart(5, '0')].map((digit) => 'wxyz'[Number(digit)]).join('')
    return `${query[index % 12]?.slice(0, 4)}${end}`
  })
  const { _id } = await addTask(ana, { description: near.join(' ').slice(0, 9_990) })
  await copyTask(database, _id, 60)
  const address = `/list?q=${query.join('+')}`
  await ana.post('/views', { name: 'Typos', address })
  const agent = await agentOf(origin, ana)
  const calls: [string, number, () => Promise<unknown>][] = [
    ['search', 100, () => ana.get(`/tasks/getTasks?q=${query.join('+')}`)],
    ['claim', 200, () => ana.post('/tasks/claim', { filter: `q=${query.join('+')}`, today: '2026-11-18' })],
    ['view', 200, () => agent.use('list_tasks', { view: 'Typos' })],
  ]
  for (const [name, most, ask] of calls) expect([name, (await longestTurn(ask)) < most]).toEqual([name, true])
})
