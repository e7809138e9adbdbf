import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { invite } from './invite.ts'

test.for(engines)('%s: the operator can create an invitation while the server runs', async (engine) => {
  const { visitor, config } = await testApp({ engine, config: { signups: 'invite' } })
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir, SIGNUPS: 'invite' }
  const run = (...args: string[]) => printedBy(invite, env, ...args)
  const signup = async (name: string, code?: string) => {
    const body = { username: name, ...credentials(name), ...(code ? { invite: code } : {}) }
    return (await visitor().post('/auth/signup', body)).status
  }
  expect(await signup('owner')).toBe(201)
  expect(await signup('ana')).toBe(403)

  const publicUrl = 'https://tasks.example.org'
  const made = await printedBy(invite, { ...env, PUBLIC_URL: publicUrl }, 'ana@example.com', '--days', '2')
  const [, code = ''] = /^https:\/\/tasks\.example\.org\/taskdeck\/#\/auth\?invite=([\w-]{32})$/m.exec(made) ?? []
  expect(code.length).toBe(32)
  expect(made).toContain('Valid for one account with the email ana@example.com, until ')
  const listed = await run('--list')
  expect(listed).toMatch(/^[\da-f]{8} {2}until \d{4}-\d\d-\d\d \d\d:\d\d UTC {2}ana@example\.com\n$/)
  expect(listed).not.toContain(code)
  expect(await signup('bo', code)).toBe(403)
  expect(await signup('ana', code)).toBe(201)
  expect(await run('--list')).toBe('No invitations are open.\n')

  const second = await run()
  const [, id = ''] = /^([\da-f]{8})/.exec(await run('--list')) ?? []
  expect(await run('--revoke', id)).toBe(`Revoked invitation ${id}.\n`)
  expect(await signup('bo', /invite=([\w-]+)/.exec(second)?.[1])).toBe(403)
  await expect(run('--revoke', id)).rejects.toThrow(
    `Invitation ${id} does not exist. List all invitations with: npm run invite -- --list`,
  )
})

test('wrong arguments print the usage, and a missing database names the setting to change', async () => {
  const env = { DATA_DIR: await freshFolder() }
  for (const args of [['--days', '0'], ['--days', 'x'], ['--nonsense'], ['a@example.com', 'b@example.com']]) {
    await expect(printedBy(invite, env, ...args)).rejects.toThrow('npm run invite -- --revoke ID')
  }
  await expect(printedBy(invite, env)).rejects.toThrow('set DATA_DIR or DATABASE_URL as you do for the server')
})

test('the command prints the link and exits with 0, or prints the reason for the failure and exits with 1', async () => {
  const env = { DATABASE_URL: await migratedDatabase('sqlite'), DATA_DIR: await freshFolder() }
  const made = await runOperator('invite.ts', env, 'ana@example.com')
  expect([made.code, made.output]).toEqual([0, expect.stringMatching(/#\/auth\?invite=[\w-]{32}\n/)])
  const unknown = await runOperator('invite.ts', env, '--revoke', '01234567')
  expect([unknown.code, unknown.output]).toEqual([
    1,
    'No invitation was changed. Invitation 01234567 does not exist. List all invitations with: npm run invite -- --list\n',
  ])
})
