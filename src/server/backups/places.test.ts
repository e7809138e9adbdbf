import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { backedUp, emptyMachine, envOf } from '../../../test/restored.ts'
import { addressOf, faultyS3Place, freshPlace, storeKinds } from '../../../test/stores.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { newAgeKey } from '../age/keys.ts'
import { backup } from '../operator/backup.ts'
import { restore } from '../operator/restore.ts'

const mark = 'the plan that nobody may read'

async function world() {
  const app = await uploadApp()
  const ana = app.as('ana')
  const task = await addTask(ana, { title: mark })
  const upload = (bytes: Parameters<typeof app.upload>[2]) => app.upload(ana, task._id, bytes)
  const files = [await upload(`${mark} `.repeat(100)), await upload(randomBytes(100_000))]
  return { ...app, ana, task, upload, files, owner: (await ana.user())._id }
}

test.for(storeKinds)(
  '%s: an encrypted backup is incremental, restored with its key, and readable without Taskdeck only by it',
  async (kind) => {
    const app = await world()
    const { address, credentials } = addressOf(await freshPlace(kind))
    const { secret, recipient } = newAgeKey()
    const env = { ...envOf(app), ...credentials, BACKUP_KEY: recipient }
    expect(await printedBy(backup, env, address)).toContain('0 files unchanged')
    await app.upload('third file')
    expect(await printedBy(backup, env, address)).toContain('2 files unchanged')
    const machine = async (key?: string) => ({
      ...(await emptyMachine('sqlite')),
      ...credentials,
      ...(key ? { BACKUP_KEY: key } : {}),
    })
    const refusals: [string | undefined, RegExp][] = [
      [undefined, /is encrypted with the key [0-9a-f]{8}: set BACKUP_KEY to it/],
      [recipient, /is only its public part: set the secret one/],
      [newAgeKey().secret, /is encrypted with the key [0-9a-f]{8}, and BACKUP_KEY is the key [0-9a-f]{8}/],
    ]
    for (const [key, reason] of refusals) {
      const stranger = await machine(key)
      await expect(printedBy(restore, stranger, address)).rejects.toThrow(reason)
      expect(existsSync(stranger.DATA_DIR)).toBe(false)
    }
    const output = await printedBy(restore, await machine(secret), address)
    expect(output).toContain('Restored 1 account, 1 task, 3 files')

    // With the secret key, a backup in a folder reads again what is there.
    expect(await printedBy(backup, { ...env, BACKUP_KEY: secret }, address, '--keep', '1')).toContain(
      '3 files unchanged',
    )
    // Another key cannot rely on files of the first one.
    expect(await printedBy(backup, { ...env, BACKUP_KEY: newAgeKey().recipient }, address)).toContain(
      '0 files unchanged',
    )
  },
)

test('nothing in an encrypted backup tells its contents, and every changed or missing part of it is refused', async () => {
  const { owner, files, ...app } = await world()
  const { secret } = newAgeKey()
  const place = await freshFolder()
  const folder = await backedUp({ ...app, env: { BACKUP_KEY: secret } }, place)
  const found = await readdir(place, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(paths).toHaveLength(6)
  for (const path of paths) expect((await readFile(path)).includes(mark)).toBe(false)
  const sealed = paths.filter((path) => path.endsWith('.age'))
  expect(sealed).toHaveLength(4)
  const refused = async () => {
    const env = { ...(await emptyMachine('sqlite')), BACKUP_KEY: secret }
    await expect(printedBy(restore, env, folder)).rejects.toThrow(
      /was changed|cut off|is missing|not a complete backup|is not encrypted/,
    )
    expect(existsSync(env.DATA_DIR)).toBe(false)
  }
  for (const path of sealed) {
    const bytes = await readFile(path)
    for (const at of [5, 150, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(path, changed)
      await refused()
    }
    await writeFile(path, bytes.subarray(0, -20))
    await refused()
    await rm(path)
    await refused()
    await writeFile(path, bytes)
  }
  // Two files of the same key that change places.
  const [one = '', other = ''] = sealed.filter((path) => dirname(path).endsWith(owner))
  await rename(one, `${one}-`)
  await rename(other, one)
  await rename(`${one}-`, other)
  await refused()
})

test.for(storeKinds)('%s: two servers in one place leave the backups of each other alone', async (kind) => {
  const [one, other] = [await world(), await world()]
  const { address, credentials } = addressOf(await freshPlace(kind))
  for (const app of [one, other, one, other])
    await printedBy(backup, { ...envOf(app), ...credentials }, address, '--keep', '1')
  const folders = await Promise.all(
    [one, other].map((app) => printedBy(backup, { ...envOf(app), ...credentials }, address)),
  )
  for (const output of folders) {
    const [, name = ''] = / to \S*(taskdeck-[\d-]+) \(/.exec(output) ?? []
    const [start = '', query] = address.split('?')
    const single = `${start.replace(/\/$/, '')}/${name}${query ? `?${query}` : ''}`
    const env = { ...(await emptyMachine('sqlite')), ...credentials }
    expect(await printedBy(restore, env, single)).toContain('Restored 1 account, 1 task, 2 files')
  }
})

test.skipIf(storeKinds.length < 2)(
  'if the object storage of the backups breaks off, nothing looks like a backup, and the next one goes on',
  async () => {
    const app = await world()
    const place = await faultyS3Place()
    const { address, credentials } = addressOf(place)
    const env = { ...envOf(app), ...credentials }
    await app.upload(randomBytes(1_500_000))
    place.proxy.failAfter(200_000, 'refuse')
    await expect(printedBy(backup, env, address)).rejects.toThrow(/s3:.* at http:.* cannot be reached/)
    place.proxy.become('pass')
    const machine = { ...(await emptyMachine('sqlite')), ...credentials }
    await expect(printedBy(restore, machine, address)).rejects.toThrow('There is no complete backup in s3://')
    await printedBy(backup, env, address)
    expect(await printedBy(backup, env, address)).toContain('3 files unchanged')
    place.proxy.breakAnswerAfter(500_000, 'refuse')
    await expect(printedBy(restore, machine, address)).rejects.toThrow(/cannot be reached/)
    place.proxy.become('pass')
    expect(await printedBy(restore, machine, address)).toContain('Restored 1 account, 1 task, 3 files')
    const wrong = address.replace(/s3:\/\/[^/]+/, 's3://no-such-bucket')
    await expect(printedBy(backup, env, wrong)).rejects.toThrow('create the bucket, or correct BACKUP_TO')
  },
)
