import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import type { Result } from './result.ts'
import { addTasks, signedUp, type Taskdeck, taskdeck, withoutCache } from './servers.ts'

const repeats = 400

/** The cost of a list must depend only on the owner's own tasks. */
export async function growth(): Promise<Result[]> {
  const ours = await taskdeck({ settings: withoutCache })
  try {
    // Warm-up: the first lists are always slower.
    await listTime(ours, 100)
    const few = await listTime(ours, 100)
    fillWithOthers(ours.folder, 100_000)
    const many = await listTime(ours, 100)
    const thousand = await listTime(ours, 1_000)
    const tenThousand = await listTime(ours, 10_000)
    const crowd = many.milliseconds / few.milliseconds
    const perByte = tenThousand.milliseconds / tenThousand.bytes / (thousand.milliseconds / thousand.bytes)
    return [
      {
        row: 'list of 100 among 100,000 users',
        figure: `${crowd.toFixed(2)} times`,
        promised: '≤ 1.2',
        kept: crowd <= 1.2,
        detail: `${few.milliseconds.toFixed(2)} ms with few users, ${many.milliseconds.toFixed(2)} ms with 100,000 users`,
      },
      {
        row: 'list of 10,000 compared with 1,000, per byte',
        figure: `${perByte.toFixed(2)} times`,
        promised: '≤ 1.3',
        kept: perByte <= 1.3,
        detail: `${thousand.milliseconds.toFixed(1)} ms for ${thousand.bytes} B, ${tenThousand.milliseconds.toFixed(1)} ms for ${tenThousand.bytes} B`,
      },
    ]
  } finally {
    await ours.stop()
  }
}

/** The median time of a list, for a new user with this number of tasks. */
async function listTime({ origin }: Taskdeck, tasks: number) {
  const { cookie } = await signedUp(origin)
  await addTasks(origin, cookie, tasks)
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < Math.max(20, (repeats * 100) / tasks); round++) {
    const begun = performance.now()
    const response = await fetch(origin + taskCalls.list.path, { headers: { cookie, 'accept-encoding': 'identity' } })
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - begun)
  }
  const milliseconds = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return { milliseconds, bytes }
}

/** Inserts other users with three tasks each into the database of a running server. */
function fillWithOthers(folder: string, people: number) {
  const database = new DatabaseSync(join(folder, 'taskdeck.db'), { timeout: 10_000 })
  const user = database.prepare(
    "insert into users (id, username, email, email_key, preferences, created_at) values (?, 'Bo', ?, ?, '{}', 0)",
  )
  const task = database.prepare(
    `insert into tasks (user_id, id, number, title, description, priority, due_date, status, version, created_at, updated_at, json)
     values (?, ?, ?, 'Fix', 'It is broken.', 'Low', '2026-11-15', 'Pending', 1, '', '', '{"title":"Fix"}')`,
  )
  database.exec('begin immediate')
  for (let person = 0; person < people; person++) {
    const id = crypto.randomUUID()
    user.run(id, `${person}@other.example`, `${person}@other.example`)
    for (let number = 1; number <= 3; number++) task.run(id, crypto.randomUUID(), number)
  }
  database.exec('commit')
  database.close()
}
