import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { browser } from '../../test/browser.ts'
import { asNode20, bundle } from '../../test/cli.ts'
import { freshFolder } from '../../test/database.ts'
import { liveApp } from '../../test/live.ts'
import { printedBy } from '../../test/operator.ts'
import { startProcess } from '../../test/process.ts'
import { backedUp, emptyMachine } from '../../test/restored.ts'
import { addTask, taskInput } from '../../test/tasks.ts'
import { makeToken } from '../../test/tokens.ts'
import { cookieOf } from '../../test/uploads.ts'
import { restore } from '../server/operator/restore.ts'

/** An address behind which the server can be replaced. */
async function address(target: () => string) {
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(target()).port), '127.0.0.1')
    client.on('error', () => {}).pipe(server)
    server.on('error', () => client.destroy()).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('watch says that the server has begun another history, and follows that one', async () => {
  const before = await liveApp()
  const ana = before.as('ana')
  const { token } = await makeToken(ana)
  const folder = await backedUp(before)
  let origin = before.origin
  const HOME = await freshFolder()
  const env = { HOME, TASKDECK_TOKEN: token, TASKDECK_URL: await address(() => origin) }
  const watching = startProcess(process.execPath, [...asNode20, bundle, 'watch'], { env, cwd: HOME })
  onTestFinished(() => void watching.process.kill('SIGKILL'))
  await watching.said(/Watching/)
  await addTask(ana, { title: 'Lost' })
  await watching.said(/#1 Lost {2}you created this task/)

  const machine = await emptyMachine('sqlite')
  await printedBy(restore, machine, folder)
  const after = await liveApp({ config: { databaseUrl: machine.DATABASE_URL, dataDir: machine.DATA_DIR } })
  const phone = browser(after.app, { headers: { cookie: await cookieOf(ana) } })
  // The log is as long as before.
  await phone.post('/tasks/createTask', taskInput({ title: 'Other' }))
  origin = after.origin
  await before.app.close()
  await watching.said(/The server was restored from a backup/)
  await phone.put('/tasks/updateTask/1', { status: 'In Progress' })
  await watching.said(/#1 Other {2}you changed the status/)
  expect(watching.output()).not.toContain('Too many')
})
