import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { credentials } from '../../../test/people.ts'
import { addTask } from '../../../test/tasks.ts'
import { fileWorlds, uploadApp, worldOf } from '../../../test/uploads.ts'

/** Ana and Bo, each with two tasks of two files each. */
async function world(name: (typeof fileWorlds)[number]) {
  const app = await uploadApp(worldOf(name))
  const settle = async (name: string) => {
    const person = app.as(name)
    const id = (await person.user())._id
    const tasks = [await addTask(person), await addTask(person)]
    const files = []
    for (const task of tasks) {
      for (const word of ['first', 'second']) files.push(await app.upload(person, task._id, `${word} of ${name}`))
    }
    const paths = files.map((file) => `${id}/${file._id}`)
    return { ...person, id, tasks, files, paths }
  }
  return { ...app, ana: await settle('ana'), bo: await settle('bo') }
}

const sorted = (paths: string[]) => paths.toSorted()

test.for(fileWorlds)('%s: the bytes of a removed file stay in the trash until it is deleted for good', async (name) => {
  const { ana, bo, stored, rows } = await world(name)
  const url = `/tasks/task/${ana.tasks[0]?._id}/files/${ana.files[0]?._id}`
  const { status, body } = await ana.delete(url)
  expect([status, body]).toEqual([200, { message: 'File removed.', change: 7, seq: 7 }])
  for (const again of [await ana.delete(url), await ana.get(url)]) {
    expect([again.status, again.body]).toEqual([404, { message: 'That file does not exist.', code: 'not_found' }])
  }
  expect((await ana.get('/tasks/task/1')).body.files).toEqual([ana.files[1]])
  expect(await stored()).toEqual(sorted([...ana.paths, ...bo.paths]))
  expect(await rows()).toHaveLength(8)

  expect((await ana.delete(`${url}/forever`)).status).toBe(200)
  expect(await stored()).toEqual(sorted([...ana.paths.slice(1), ...bo.paths]))
  expect(await rows()).toHaveLength(7)
})

test.for(fileWorlds)(
  '%s: a deleted task includes its files, and their bytes are deleted for good with it',
  async (name) => {
    const { ana, bo, stored, rows } = await world(name)
    expect((await ana.delete(`/tasks/deleteTask/${ana.tasks[0]?._id}`)).status).toBe(200)
    for (const file of ana.files.slice(0, 2)) {
      expect((await ana.get(`/tasks/task/${ana.tasks[0]?._id}/files/${file._id}`)).status).toBe(404)
    }
    expect(await stored()).toEqual(sorted([...ana.paths, ...bo.paths]))
    expect(await rows()).toHaveLength(8)

    expect((await ana.delete(`/tasks/trash/${ana.tasks[0]?._id}`)).status).toBe(200)
    expect(await stored()).toEqual(sorted([...ana.paths.slice(2), ...bo.paths]))
    expect((await rows()).map((row) => row.id)).toEqual(
      sorted([...ana.files.slice(2), ...bo.files].map((file) => file._id)),
    )
  },
)

test.for(fileWorlds)('%s: a deleted account includes all its files, and other accounts keep theirs', async (name) => {
  const { ana, bo, stored, rows, folder, database } = await world(name)
  expect((await ana.post('/auth/delete', { password: 'a guess' })).status).toBe(403)
  expect(await stored()).toEqual(sorted([...ana.paths, ...bo.paths]))
  expect((await ana.post('/auth/delete', { password: credentials('ana').password })).status).toBe(200)
  expect(await stored()).toEqual(sorted(bo.paths))
  if (name !== 's3') expect(await readdir(folder)).not.toContain(ana.id)
  expect((await rows()).map((row) => row.user_id)).toEqual(Array(4).fill(bo.id))
  for (const table of ['tasks', 'events'] as const) {
    const owners = await database.db.selectFrom(table).select('user_id').execute()
    expect(new Set(owners.map((row) => row.user_id))).toEqual(new Set([bo.id]))
  }
  const theirs = await bo.get(`/tasks/task/1/files/${bo.files[0]?._id}`)
  expect([theirs.status, theirs.text]).toEqual([200, 'first of bo'])
})

test.for(fileWorlds)('%s: the export lists every file', async (name) => {
  const { ana } = await world(name)
  const { tasks, files } = (await ana.get('/auth/export')).body
  expect(tasks).toEqual(ana.tasks.toReversed().map((task) => ({ ...task, fileCount: 2 })))
  const named = ana.files.map((file, index) => ({ ...file, task: ana.tasks[index < 2 ? 0 : 1]?._id }))
  expect(files.toSorted((a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1))).toEqual(
    named.toSorted((a, b) => (a._id < b._id ? -1 : 1)),
  )
})
