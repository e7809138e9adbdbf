import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { type LabelColour, maxColouredLabels } from '../../contract/labels.ts'
import { cleanLabel } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { colourTable } from './colour-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
}

/** The colours that an owner has given to labels. Labels themselves are fields of tasks. */
export function labelColourRules({ database, history }: Dependencies) {
  return {
    list: (owner: string) => colourTable(database.db, owner).all(),

    /** Fails with `too_large` if too many labels would have a colour. */
    set(author: Author, label: string, colour: LabelColour | null) {
      const work = async (tx: Kysely<Schema>) => {
        const table = colourTable(tx, author.owner)
        if (!colour) return table.remove(cleanLabel(label))
        await table.set(cleanLabel(label), colour)
        if ((await table.count()) > maxColouredLabels) throw tooMany()
      }
      return history.changeSettings(author, work, () => ({ message: colour ? 'Colour set.' : 'Colour removed.' }))
    },

    /** Gives colours to labels that have none here, within a transaction, as far as there is room. Returns to how many, and how many are left. */
    async addWithin(tx: Kysely<Schema>, owner: string, added: { label: string; colour: LabelColour }[]) {
      const table = colourTable(tx, owner)
      const known = new Set((await table.all()).map(({ label }) => label))
      const given = new Map(added.map(({ label, colour }) => [cleanLabel(label), colour]))
      const unknown = [...given].filter(([label]) => !known.has(label))
      const fresh = unknown.slice(0, maxColouredLabels - known.size)
      for (const [label, colour] of fresh) await table.insert(label, colour)
      return { added: fresh.length, left: unknown.length - fresh.length }
    },

    /** Removes all colours of an account that is being deleted, within its transaction. */
    eraseAll: (tx: Kysely<Schema>, owner: string) => colourTable(tx, owner).removeAll(),
  }
}

export type LabelColourRules = ReturnType<typeof labelColourRules>

const tooMany = () =>
  new AppError(
    'too_large',
    `At most ${maxColouredLabels} labels can have a colour. Remove the colour of another first.`,
  )
