import type { ArchiveRecords } from '../../contract/schemas/archive-records.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { CaldavTodoRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { isName } from './addresses.ts'
import { offeredViewTable } from './offered-view-table.ts'
import { lastRevision, todoTable } from './todo-table.ts'
import { idOfName, unnamed } from './todos.ts'
import { isReadable } from './vtodo/kept.ts'

type TodoRecord = ArchiveRecords['todo']
type ArchivedRow = Pick<CaldavTodoRow, 'task_id' | 'name' | 'uid' | 'kept'>

const pageRows = 200

/** The choices of CalDAV clients and the offered views, for archives. */
export function archivedTodos(database: Database) {
  const { db, readAside } = database
  const revisionOf = lastRevision(database)
  const offered = (owner: string): Promise<Set<string>> => offeredViewTable(db, owner).all()
  const rows = (owner: string) =>
    pagesOf(pageRows, (last?: ArchivedRow) => {
      const all = db
        .selectFrom('caldav_todos')
        .select(['task_id', 'name', 'uid', 'kept'])
        .where('user_id', '=', owner)
        .orderBy('task_id')
      return readAside(owner, (last ? all.where('task_id', '>', last.task_id) : all).limit(pageRows))
    })

  return {
    offered,
    /** A value that changes with every choice, because none of them is in the log. */
    state: async (owner: string): Promise<unknown> => [
      Number((await revisionOf(owner))[0]?.revision ?? 0),
      [...(await offered(owner))].sort(),
    ],
    /** All choices for the tasks of an owner, page by page. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const page of rows(owner))
        yield page.map(({ task_id: task, name, uid, kept }) => JSON.stringify({ task, name, uid, kept }))
    },
  }
}

export type ArchivedTodos = ReturnType<typeof archivedTodos>

/** Says why no client can have made such a choice; undefined if one can. */
export function problemOfTodo({ name, uid, kept }: TodoRecord): string | undefined {
  if (!isName(name) || !uid.trim()) return 'the name of a to-do is not allowed'
  return isReadable(kept) ? undefined : 'the properties of a to-do cannot be read'
}

/** Writes the choices and the offered views of an archive, within a change. */
export function archivedTodoWrites({ identify }: Pick<TaskWrites, 'identify'>) {
  return {
    /** Stores choices for tasks that have none. A name or UID that belongs to another to-do here is left to it. */
    async insertWhole(draft: Draft, records: TodoRecord[]): Promise<void> {
      const table = todoTable(draft.tx, draft.owner)
      const names = new Set((await table.byNames(records.map(({ name }) => name))).map(({ name }) => name))
      const uids = new Set((await table.byUids(records.map(({ uid }) => uid))).map(({ uid }) => uid))
      // Tasks without a choice have the name and the UID that are made of their id.
      const ids = [...new Set(records.flatMap(({ name, uid }) => [idOfName(name) ?? uid, uid]))]
      const withoutChoice = new Set(
        (
          await identify(
            draft,
            ids.map((id) => ({ id })),
          )
        ).map(({ id }) => id),
      )
      for (const { task_id } of await table.ofTasks(ids)) withoutChoice.delete(task_id)
      for (const { task } of records) withoutChoice.delete(task)
      const revision = await table.nextRevision()
      const rows = records.map(({ task, name, uid, kept }) => {
        const isTaken =
          names.has(name) || uids.has(uid) || withoutChoice.has(idOfName(name) ?? '') || withoutChoice.has(uid)
        if (isTaken) return { ...unnamed(task), kept, revision }
        names.add(name)
        uids.add(uid)
        return { task_id: task, name, uid, kept, revision }
      })
      await table.put(rows)
    },

    /** Offers views beside those that are offered already. */
    async offer({ tx, owner }: Pick<Draft, 'tx' | 'owner'>, ids: string[]): Promise<void> {
      if (!ids.length) return
      const table = offeredViewTable(tx, owner)
      await table.replace([...new Set([...(await table.all()), ...ids])])
    },
  }
}

export type ArchivedTodoWrites = ReturnType<typeof archivedTodoWrites>
