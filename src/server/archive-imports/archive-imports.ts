import type { Kysely } from 'kysely'
import { archiveFiles } from '../../contract/archives.ts'
import { AppError } from '../../contract/errors.ts'
import type { ArchiveImportQuery, ArchiveImportResult } from '../../contract/schemas/archives.ts'
import type { AccountRules } from '../accounts/accounts.ts'
import type { Caller } from '../callers/caller.ts'
import type { Upload } from '../calls/upload.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import type { Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { LabelColourRules } from '../labels/colours.ts'
import { ownFileLimit } from '../restrictions/restrictions.ts'
import type { Config } from '../settings/config.ts'
import type { ViewRules } from '../views/views.ts'
import { lanes } from '../work/lanes.ts'
import { saveFiles, wholeFiles } from './archived-files.ts'
import { receiving } from './received.ts'
import { answerOf, type Imported } from './report.ts'
import { type FileRecord, type RecordChecks, recordsOf, type Survey, surveyOf } from './survey.ts'
import { type Watch, type Watcher, watch } from './watch.ts'
import { type ArchiveWrites, writeArchive } from './writing.ts'
import { type OpenZip, openZip } from './zip-file.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  files: Pick<FileRules, 'imported'>
  views: Pick<ViewRules, 'addWithin'>
  labelColours: Pick<LabelColourRules, 'addWithin'>
  accounts: Pick<AccountRules, 'setPreferencesWithin'>
  writes: Omit<ArchiveWrites, 'files' | 'maxTasks'>
  config: Pick<Config, 'dataDir' | 'maxTextBytes' | 'maxUserBytes' | 'maxFiles' | 'maxTasks'>
  announceSettings: (owner: string) => void
  clock: () => number
}

/** An import of an open archive. */
interface Job {
  caller: Caller
  zip: OpenZip
  checks: RecordChecks
  query: ArchiveImportQuery
  watching: Watch
  stop: AbortSignal | undefined
}

/** Ends the transaction of a dry run, so that nothing is written. */
class DryRun extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('A dry run writes nothing')
    this.imported = imported
  }
}

/** The texts are in an archive up to four times, and once more in the history. */
const copiesOfTexts = 5
const spareBytes = 64 * 1024 * 1024
/** The entries of an archive besides the files. */
const otherEntries = 20

/** Imports of archives: everything in one, or nothing. An archive can come from anyone, so all of it is checked before the first write. */
export function archiveImportRules({ database, history, config, writes, ...nouns }: Dependencies) {
  const { files, views, labelColours, accounts, announceSettings, clock } = nouns
  const { receive, sweep } = receiving(config.dataDir, clock)
  const places = lanes({
    maxRunning: 1,
    maxWaiting: 0,
    refusal: 'An import of your data is already running. Wait until it has finished, then try again.',
  })
  // Those of different users take turns, because each of them occupies the event loop for a part of the time.
  const turns = lanes({ maxRunning: 2, maxWaiting: Number.POSITIVE_INFINITY })

  async function limitsOf(owner: string) {
    const fileBytes = (await ownFileLimit(database.db, owner)) ?? config.maxUserBytes
    return {
      entries: config.maxFiles + otherEntries,
      bytes: fileBytes + copiesOfTexts * config.maxTextBytes + spareBytes,
    }
  }

  /** The files of tasks that are not here. Those of others stay where they are. */
  async function newFiles(owner: string, { tasks }: Survey, whole: ReadonlySet<string>): Promise<FileRecord[]> {
    const withFiles = [...tasks].filter(([, { files }]) => files.length)
    const keys = withFiles.map(([id]) => ({ id }))
    const here = new Set((await writes.tasks.identify({ tx: database.db, owner }, keys)).map(({ id }) => id))
    return withFiles.flatMap(([id, { files }]) => (here.has(id) ? [] : files.filter(({ _id }) => whole.has(_id))))
  }

  /** Settings are taken over by an account that has none of its own. A token must not change them. */
  async function addSettings({ tx, owner, via, afterCommit }: Draft, survey: Survey, isFresh: boolean) {
    const { timeZone, ...preferences } = survey.preferences ?? {}
    const given = { ...preferences, ...(timeZone ? { timeZone } : {}) }
    const hasSettings = isFresh && via === 'session' && Object.keys(given).length > 0
    if (hasSettings) await accounts.setPreferencesWithin(tx, owner, given)
    const newViews = await views.addWithin(tx, owner, survey.views)
    const offered = new Set(survey.views.flatMap(({ id, isOffered }) => (isOffered ? id : [])))
    await writes.todos.offer(
      { tx, owner },
      newViews.ids.filter((id) => offered.has(id)),
    )
    const added = {
      views: newViews,
      labels: await labelColours.addWithin(tx, owner, survey.labels),
      hasSettings,
    }
    if (!hasSettings && !added.views.added && !added.labels.added) return added
    await database.notifyNodesOfSettings(tx as Kysely<Schema>, owner)
    afterCommit(async () => announceSettings(owner))
    return added
  }

  async function write(
    { caller, zip, checks, query, watching, stop }: Job,
    survey: Survey,
    fileIds: ReadonlyMap<string, string>,
  ) {
    const { dryRun, restore } = query
    let used: FileRecord[] = []
    const work = async (draft: Draft): Promise<Imported> => {
      const records = recordsOf(zip, checks, watching)
      // First, because reminders follow the time zone.
      const isFresh = (await draft.takeNumbers(0)) === 0
      const settings = await addSettings(draft, survey, isFresh)
      const dependencies = { ...writes, files: files.imported, maxTasks: config.maxTasks }
      const written = await writeArchive(draft, survey, records, fileIds, restore === 'true', dependencies)
      used = written.files
      const imported = { survey, written, settings, isToken: caller.via !== 'session' }
      if (dryRun === 'true') throw new DryRun(imported)
      return imported
    }
    try {
      const answer = await history.change(
        { ...caller, stop },
        work,
        (imported, numbers) => ({ ...answerOf(imported, 'Imported'), ...numbers }),
        'long',
      )
      return { answer, used }
    } catch (error) {
      if (!(error instanceof DryRun)) throw error
      return { answer: { ...answerOf(error.imported, 'Would import'), change: null, seq: null }, used: [] }
    }
  }

  async function run(job: Job): Promise<ArchiveImportResult> {
    const { zip, query, watching } = job
    const { owner } = job.caller
    const limits = { tasks: config.maxTasks, files: config.maxFiles }
    const survey = await surveyOf(zip, job.checks, limits, watching)
    const whole = await wholeFiles(zip, survey, watching)
    const added = await newFiles(owner, survey, whole)
    await files.imported.checkRoom(
      database.db,
      owner,
      added.map(({ size }) => size),
    )
    if (query.dryRun === 'true') {
      const asTheyAre = new Map(added.map(({ _id }) => [_id, _id]))
      return (await write(job, survey, asTheyAre)).answer
    }
    const saved = await saveFiles(files.imported, owner, zip, added, watching)
    let used: FileRecord[] = []
    try {
      const written = await write(job, survey, saved)
      used = written.used
      return written.answer
    } catch (error) {
      // If the database got lost, the files may have their rows. Otherwise the sweep removes their bytes.
      if (database.outage(error)?.kind === 'unreachable') used = added
      throw error
    } finally {
      const withRows = new Set(used.map(({ _id }) => _id))
      const left = [...saved].flatMap(([id, stored]) => (withRows.has(id) ? [] : stored))
      if (left.length) await files.imported.discard(owner, left)
    }
  }

  return {
    /**
     * Imports an archive as one change, or reports what it would do. Fails with `invalid_input`, which says why, and imports nothing, if the archive
     * is not one that Taskdeck can have made, and with `too_large` if the account has no room for it.
     * If it is stopped, nothing is imported.
     */
    import: (
      caller: Caller,
      upload: Upload,
      query: ArchiveImportQuery,
      checks: RecordChecks,
      watcher: Watcher = {},
    ): Promise<ArchiveImportResult> =>
      places.run(caller.owner, async () => {
        try {
          const limits = await limitsOf(caller.owner)
          const received = await receive(upload, limits.bytes)
          try {
            return await turns.run('', async () => {
              const zip = await openZip(received.path, limits)
              try {
                // The records are read twice, and so are the files.
                const watching = watch(watcher, 2 * bytesToRead(zip))
                return await run({ caller, zip, checks, query, watching, stop: watcher.stop })
              } finally {
                zip.close()
              }
            })
          } finally {
            await received.remove()
          }
        } catch (error) {
          throw watcher.stop?.aborted ? stopped(error) : error
        } finally {
          upload.close()
        }
      }),
    /** Removes received archives that a crash has left. */
    sweep,
  }
}

export type ArchiveImportRules = ReturnType<typeof archiveImportRules>

const stopped = (cause: unknown) =>
  new AppError('invalid_input', 'The client has left before the end. Nothing was imported.', { cause })

function bytesToRead({ entries }: OpenZip): number {
  let bytes = 0
  for (const { path, size } of entries.values())
    if (path === archiveFiles.records || path.startsWith('files/')) bytes += size
  return bytes
}
