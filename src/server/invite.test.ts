import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engines, freshFolder, migratedDatabase } from '../../test/database.ts'
import { credentials } from '../../test/people.ts'
import { startProcess } from '../../test/process.ts'
import { startServer } from '../../test/server.ts'

async function invite(env: Record<string, string>, ...args: string[]) {
  const program = startProcess(process.execPath, [join(import.meta.dirname, 'invite.ts'), ...args], { env })
  return { code: await program.ended(), output: program.output() }
}

test.for(engines)('%s: the operator invites somebody while the server runs', async (engine) => {
  const publicUrl = 'https://tasks.example.org'
  const env = { DATABASE_URL: await migratedDatabase(engine), DATA_DIR: await freshFolder(), SIGNUPS: 'invite' }
  const { origin } = await startServer(env)
  const signup = async (name: string, code?: string) => {
    const body = JSON.stringify({ username: name, ...credentials(name), ...(code ? { invite: code } : {}) })
    return (
      await fetch(`${origin}/auth/signup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).status
  }
  expect(await signup('owner')).toBe(201)
  expect(await signup('ana')).toBe(403)

  const made = await invite({ ...env, PUBLIC_URL: publicUrl }, 'ana@example.com', '--days', '2')
  const [, code = ''] =
    /^https:\/\/tasks\.example\.org\/taskdeck\/#\/auth\?invite=([\w-]{32})$/m.exec(made.output) ?? []
  expect([made.code, code.length]).toEqual([0, 32])
  expect(made.output).toContain('Valid for one account with the email ana@example.com, until ')
  const listed = await invite(env, '--list')
  expect(listed.output).toMatch(/^[\da-f]{8} {2}until \d{4}-\d\d-\d\d \d\d:\d\d UTC {2}ana@example\.com\n$/)
  expect(listed.output).not.toContain(code)
  expect(await signup('bo', code)).toBe(403)
  expect(await signup('ana', code)).toBe(201)
  expect((await invite(env, '--list')).output).toBe('No invitations are open.\n')

  const second = await invite(env)
  const [, id = ''] = /^([\da-f]{8})/.exec((await invite(env, '--list')).output) ?? []
  expect((await invite(env, '--revoke', id)).output).toBe(`Invitation ${id} is withdrawn.\n`)
  expect(await signup('bo', /invite=([\w-]+)/.exec(second.output)?.[1])).toBe(403)
  const unknown = await invite(env, '--revoke', id)
  expect([unknown.code, unknown.output]).toEqual([
    1,
    `No invitation was changed. There is no invitation ${id}: see npm run invite -- --list\n`,
  ])
})

test('a wrong call says how to call it, and a missing database what to set', async () => {
  const env = { DATA_DIR: await freshFolder() }
  for (const args of [['--days', '0'], ['--days', 'x'], ['--nonsense'], ['a@example.com', 'b@example.com']]) {
    const { code, output } = await invite(env, ...args)
    expect([args, code, output]).toEqual([args, 1, expect.stringContaining('npm run invite -- --revoke ID')])
  }
  expect((await invite(env)).output).toContain('set DATA_DIR or DATABASE_URL as you do for the server')
})
