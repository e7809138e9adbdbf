import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engines, freshFolder, migratedDatabase } from '../../test/database.ts'
import { credentials } from '../../test/people.ts'
import { startProcess } from '../../test/process.ts'
import { startServer } from '../../test/server.ts'

async function reset(env: Record<string, string>, ...args: string[]) {
  const program = startProcess(process.execPath, [join(import.meta.dirname, 'reset-password.ts'), ...args], { env })
  return { code: await program.ended(), output: program.output() }
}

test.for(engines)('%s: who has forgotten a password gets a new one, while the server runs', async (engine) => {
  const env = { DATABASE_URL: await migratedDatabase(engine), DATA_DIR: await freshFolder() }
  const { origin } = await startServer(env)
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { email, password } = credentials('ana')
  const signup = await post('/auth/signup', { username: 'ana', email, password })
  const headers = { cookie: signup.headers.get('set-cookie')?.split(';')[0] ?? '' }

  const { code, output } = await reset(env, 'ANA@example.com')
  expect(code).toBe(0)
  const [, given = ''] = /^The new password of ANA@example.com is (\S{16})$/m.exec(output) ?? []
  expect((await fetch(`${origin}/auth/verify`, { headers })).status).toBe(401)
  expect((await post('/auth/login', { email, password })).status).toBe(401)
  expect((await post('/auth/login', { email, password: given })).status).toBe(200)

  const unknown = await reset(env, 'bo@example.com')
  expect([unknown.code, unknown.output]).toEqual([
    1,
    'No password was changed. Nobody has the e-mail bo@example.com here.\n',
  ])
})

test('without an e-mail, or without a database, it says what to do', async () => {
  expect((await reset({ DATA_DIR: await freshFolder() })).output).toContain('npm run reset-password -- ana@example.org')
  const { code, output } = await reset({ DATA_DIR: await freshFolder() }, 'ana@example.com')
  expect([code, output]).toEqual([1, expect.stringContaining('set DATA_DIR or DATABASE_URL as you do for the server')])
})
