import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { idForm } from '../file-store/ids.ts'
import { rowForms } from './row-forms.ts'

const id = Type.String({ pattern: idForm.source })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The contents of a backup. It is written last, so that a folder without it is not a complete backup. */
const manifest = Type.Object({
  format: Type.Integer(),
  /** The version of Taskdeck that made the backup. */
  version: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,50}$' }),
  madeAt: Type.String({ pattern: '^[0-9TZ:.-]{1,30}$' }),
  /** The id that the database and the files share. Null if the server has never been started. */
  installation: Type.Union([id, Type.Null()]),
  /** The migrations that the database had. A restore creates its tables with exactly these. */
  migrations: Type.Array(Type.String({ pattern: '^[0-9a-z-]{1,100}$' }), { minItems: 1 }),
  /** The number of rows of each table. */
  tables: Type.Record(Type.String(), count),
  rows: Type.Object({ bytes: count, sha256 }),
  files: Type.Object({ count, bytes: count }),
  /**
   * The files that had no bytes, or other bytes than their row says, when the backup was made, with the hash of the bytes that were found,
   * or null.
   */
  unusable: Type.Array(Type.Object({ owner: id, id, sha256: Type.Union([sha256, Type.Null()]) })),
})

export type Manifest = Static<typeof manifest>
export type UnusableFile = Manifest['unusable'][number]

/** Whether Taskdeck can have written this. A newer version may write more. */
export const isManifest = (value: unknown): value is Manifest => Check(manifest, value)

/** The tables of a manifest that a backup of this version cannot have. */
export const unknownTables = ({ tables }: Manifest): string[] =>
  Object.keys(tables).filter((name) => !Object.hasOwn(rowForms, name))
