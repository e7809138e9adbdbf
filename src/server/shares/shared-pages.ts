import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import type { LinkedTask, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { deadLink, type SharePart, shareLimits } from '../../contract/shares.ts'
import { dayIn } from '../../contract/time-zone.ts'
import { isUnchanged } from '../answers/entity-tags.ts'
import { type JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import type { Database } from '../database/database.ts'
import type { FileRow } from '../database/schema.ts'
import { positionOf } from '../history/position.ts'
import type { LabelColourRules } from '../labels/colours.ts'
import type { NoteRules } from '../notes/notes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { ViewRules } from '../views/views.ts'
import { lanes } from '../work/lanes.ts'
import { type CachedPage, pageCache, tagOfPage } from './page-cache.ts'
import { hashOf, partsIn } from './present.ts'
import type { FoundShare } from './share-table.ts'
import { taskContent } from './task-content.ts'
import { viewContent } from './view-content.ts'
import { workingLinks } from './working-links.ts'

interface Dependencies {
  database: Database
  tasks: Pick<TaskRules, 'pages' | 'find' | 'links'>
  views: Pick<ViewRules, 'list'>
  notes: Pick<NoteRules, 'newest' | 'find'>
  files: { find: (owner: string, task: string, id: string) => Promise<FileRow> }
  labelColours: Pick<LabelColourRules, 'list'>
  profileOf: (owner: string) => Promise<{ username: string; preferences: Preferences }>
  clock: () => number
  monotonic: () => number
}

/** A page that depends on more than the log, such as the day, is read again after this time. */
const maxAgeMs = 30_000
const maxCacheBytes = 16 * 1024 * 1024

/** The pages that the readers of shared links see. Everything fails with `not_found` and the same words for a link that does not work, whatever the reason. */
export function sharedPageRules(dependencies: Dependencies) {
  const { database, tasks, views, notes, files, labelColours, profileOf, clock, monotonic } = dependencies
  const links = workingLinks(database)
  const cache = pageCache(maxCacheBytes)
  // Pages of one owner are read one after another, however many links there are.
  const turns = lanes({ maxRunning: 1, maxWaiting: 100 })
  const reading = new Map<string, { owner: string; state: string; page: Promise<CachedPage> }>()

  async function findByHash(hash: string): Promise<FoundShare> {
    const found = await links.find(hash, clock())
    if (!found) throw dead()
    return found
  }

  /** The link with a secret, if it works. Any text takes the same time. */
  const find = (secret: string) => findByHash(hashOf(secret))

  async function contentOf(found: FoundShare, parts: SharePart[], by: string, preferences: Preferences) {
    const { user_id: owner, target } = found
    if (found.kind === 'view') {
      const view = (await views.list(owner)).find(({ id }) => id === target)
      if (!view) throw dead()
      const { weekStart, sort, filter } = preferences
      const today = dayIn(preferences, new Date(clock()))
      const settings = { today, preferences: { weekStart, sort, filter } }
      return { title: view.name, ...(await viewContent(tasks.pages(owner), view.address, settings, parts)) }
    }
    const task: TaskWithFiles = JSON.parse(String((await tasks.find(owner, target)).content))
    const shown: Note[] = parts.includes('notes') ? await notes.newest(owner, target, shareLimits.notes) : []
    const answer = found.note_id === null ? undefined : await notes.find(owner, target, found.note_id)
    const isPart = ({ kind, direction }: LinkedTask) => kind === 'part of' && direction === 'in'
    const linked = parts.includes('parts') ? (await tasks.links(owner, target)).links.filter(isPart) : []
    const read = { task, parts: linked.map((link) => link.task), notes: shown, answer }
    return { title: task.title, ...taskContent(read, parts, by, found) }
  }

  async function read(found: FoundShare, state: string): Promise<CachedPage> {
    const parts = partsIn(found)
    const { username, preferences } = await profileOf(found.user_id)
    const by = plainName(username)
    const content = await contentOf(found, parts, by, preferences).catch(endedMeanwhile)
    const shown = new Set(
      [...content.tasks, ...('task' in content && content.task ? [content.task] : [])].flatMap(labelsOf),
    )
    const given = shown.size ? await labelColours.list(found.user_id) : []
    const colours = Object.fromEntries(
      given.flatMap(({ label, colour }) => (shown.has(label) ? [[label, colour]] : [])),
    )
    const page: SharedPage = { kind: found.kind, by, dateStyle: preferences.dateStyle, parts, colours, ...content }
    const json = Buffer.from(JSON.stringify(page))
    return { owner: found.user_id, state, readAt: monotonic(), json, tag: tagOfPage(json), compressed: new Map() }
  }

  /** Reads a page once for everybody who asks for it at the same time. */
  function readOnce(found: FoundShare, state: string): Promise<CachedPage> {
    const { id, user_id: owner } = found
    const running = reading.get(id)
    if (running?.state === state) return running.page
    const page = turns.run(owner, () => read(found, state))
    const entry = { owner, state, page }
    reading.set(id, entry)
    const done = () => reading.get(id) === entry && reading.delete(id)
    page.then((made) => done() && cache.keep(id, made), done)
    return page
  }

  function pageOf(found: FoundShare): CachedPage | Promise<CachedPage> {
    const { last_seq: _, epoch: __, secret_hash: ___, ...rest } = found
    const state = JSON.stringify([positionOf(found), rest])
    const known = cache.find(found.id)
    if (known?.state === state && monotonic() - known.readAt < maxAgeMs) return known
    return readOnce(found, state)
  }

  return {
    find,
    /** The page of a link, or `Unchanged` if `If-None-Match` names its tag. */
    async page(secret: string, ifNoneMatch?: string): Promise<JsonAnswer | Unchanged> {
      const found = await find(secret)
      const page = await pageOf(found)
      return isUnchanged(ifNoneMatch, page.tag) ? new Unchanged(page.tag) : cache.answerOf(found.id, page)
    },
    /** The tag of the page as it is now, by the hash of the secret. */
    tagOf: async (hash: string): Promise<string> => (await pageOf(await findByHash(hash))).tag,
    /** Reads the pages of an owner again with the next call, because something has changed that is not in the log. */
    forget(owner: string): void {
      cache.forgetAllOf(owner)
      for (const [id, entry] of reading) if (entry.owner === owner) reading.delete(id)
    },
    /** A file of a shared task, if its owner shows the files. */
    async file(secret: string, id: string): Promise<FileRow> {
      const found = await find(secret)
      if (found.kind !== 'task' || !partsIn(found).includes('files')) throw noFile()
      return files.find(found.user_id, found.target, id)
    },
  }
}

export type SharedPageRules = ReturnType<typeof sharedPageRules>

const labelsOf = ({ labels = [] }: { labels?: string[] }) => labels
export const dead = () => new AppError('not_found', deadLink)
/** What a link leads to may go away while its page is read. */
function endedMeanwhile(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? dead() : error
}
const noFile = () => new AppError('not_found', 'That file does not exist.')
