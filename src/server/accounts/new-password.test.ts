import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { isMadeOfOwnWords } from '../../contract/password-words.ts'
import { isCommonPassword } from './common-passwords.ts'

const ana = { username: 'Ana María', email: 'ana.lopez@example.com' }

test('common passwords are found in every case and width of letters', () => {
  for (const common of ['password1', 'Password1', 'IloveYou1', 'qwertyuiop', '1234567890', 'ｐａｓｓｗｏｒｄ１']) {
    expect([common, isCommonPassword(common)]).toEqual([common, true])
  }
})

test('of other passwords, about one in a thousand is refused by mistake', () => {
  const mistakes = Array.from({ length: 20_000 }, () => randomBytes(12).toString('hex')).filter(isCommonPassword)
  expect(mistakes.length).toBeLessThan(60)
})

test('a password is made of own words if little is left without them', () => {
  const made = [
    'taskdeck',
    'Taskdeck-2026!',
    'anamaría',
    'Lopez.Ana',
    'ana.lopez@example.com',
    'AnaAnaAna1',
    'example99',
  ]
  const other = ['password of ana', 'correct horse battery', 'ana!8Xq#$@92j', 'lopez 4 drum lagoon', '🔑🔑🔑🔑🔑🔑🔑🔑']
  for (const password of made) expect([password, isMadeOfOwnWords(password, ana)]).toEqual([password, true])
  for (const password of other) expect([password, isMadeOfOwnWords(password, ana)]).toEqual([password, false])
})

test.for(engines)('%s: a weak password is refused at every place that sets one, and leaves nothing', async (engine) => {
  const app = await testApp({ engine })
  const { email, password } = credentials('ana')
  for (const weak of ['password1', 'taskdeck2026', 'ana@example.com', 'anapassword1']) {
    const visitor = app.visitor()
    const { status, body } = await visitor.post('/auth/signup', { username: 'ana', email, password: weak })
    expect([weak, status, body.code]).toEqual([weak, 400, 'weak_password'])
  }
  const owner = app.as('ana')
  await owner.user()
  const changed = await owner.put('/auth/password', { current: password, password: 'taskdeck!' })
  expect([changed.status, changed.body.code]).toEqual([400, 'weak_password'])
  expect((await app.visitor().post('/auth/login', { email, password })).status).toBe(200)
})

test('an existing password stays valid, however weak it is', async () => {
  const app = await testApp()
  const owner = app.as('ana')
  const { _id: id } = await owner.user()
  const bo = app.as('bo')
  const { _id: other } = await bo.user()
  const { password_hash } = await app.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  await app.database.db
    .updateTable('users')
    .set({ password_hash, username: 'password of bo' })
    .where('id', '=', id)
    .execute()
  const login = { email: credentials('ana').email, password: credentials('bo').password }
  expect((await app.visitor().post('/auth/login', login)).status).toBe(200)
})
