import type { Kysely } from 'kysely'
import type { LabelColour } from '../../contract/labels.ts'
import type { Schema } from '../database/schema.ts'

/** The colours of an owner's labels, on the database or within a transaction. */
export function colourTable(db: Kysely<Schema>, owner: string) {
  const own = db.selectFrom('label_colours').where('user_id', '=', owner)
  const removed = db.deleteFrom('label_colours').where('user_id', '=', owner)
  return {
    all: () => own.select(['label', 'colour']).orderBy('label').execute(),
    count: async (): Promise<number> => {
      const { count } = await own.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return Number(count)
    },
    set: (label: string, colour: LabelColour) =>
      db
        .insertInto('label_colours')
        .values({ user_id: owner, label, colour })
        .onConflict((conflict) => conflict.columns(['user_id', 'label']).doUpdateSet({ colour }))
        .execute(),
    insert: (label: string, colour: LabelColour) =>
      db.insertInto('label_colours').values({ user_id: owner, label, colour }).execute(),
    remove: (label: string) => removed.where('label', '=', label).execute(),
    removeAll: () => removed.execute(),
  }
}
