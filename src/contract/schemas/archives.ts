import { type Static, Type } from 'typebox'
import { archiveImportLimits, archiveType } from '../archives.ts'
import type { ErrorBody } from '../errors.ts'
import { importType } from '../imports.ts'
import { changeNumbers, oneOf, strict } from './shapes.ts'
import { sentTask, type Task } from './tasks.ts'

const count = Type.Integer({ minimum: 0 })

const query = Type.Object(
  {
    dryRun: Type.Optional({
      ...oneOf('true', 'false'),
      description: 'Only check the archive, and report what would be imported.',
    }),
    restore: Type.Optional({
      ...oneOf('true', 'false'),
      description: 'Bring tasks back that are in the trash, such as those of an import that was undone.',
    }),
  },
  strict,
)

const sent = { type: archiveType, schema: Type.String({ format: 'binary', description: 'The archive.' }) }

const shownFields = ['number', 'title', 'status', 'priority', 'dueDate', 'labels'] as const

const result = Type.Object({
  message: Type.String(),
  /** The tasks that are new here, including those in the trash. */
  created: count,
  /** The tasks that are here already, and stay as they are. */
  unchanged: count,
  /** The tasks that were in the trash here. */
  restored: count,
  noteCount: count,
  receiptCount: count,
  /** Commits, branches and change requests. */
  referenceCount: count,
  fileCount: count,
  fileBytes: count,
  /** The entries of the history. */
  eventCount: count,
  viewCount: count,
  /** Labels that have got a colour. */
  colourCount: count,
  /** Whether the new tasks have other numbers than in the archive. */
  isRenumbered: Type.Boolean(),
  /** Whether the settings of the archive are imported. */
  hasSettings: Type.Boolean(),
  /** The first of the new tasks, as they are here. */
  first: Type.Unsafe<Pick<Task, (typeof shownFields)[number]>[]>(
    Type.Array(Type.Pick(Type.Object(sentTask), shownFields), { maxItems: archiveImportLimits.firstTasks }),
  ),
  /** Everything that is not carried over, in words. */
  leftOut: Type.Array(Type.String()),
  ...changeNumbers,
})

export const archiveSchemas = {
  size: {
    summary: 'Get what an archive would contain now, and about how large it would be',
    result: Type.Object({
      /** Including the trash. */
      taskCount: count,
      /** Completion files, including the trash. */
      fileCount: count,
      fileBytes: count,
      /** An estimate, because texts are compressed. */
      bytes: count,
    }),
  },
  download: {
    summary:
      'Download an archive: a ZIP with all tasks, the trash, notes, receipts, the history, saved views, labels, preferences and files. Requires a session, or a token with the scope export. One at a time. A broken download is continued with Range and If-Range, within a day and while nothing has changed.',
    answer: { type: archiveType, text: 'The archive' },
  },
  import: {
    summary:
      'Import an archive, all of it or nothing: tasks with their numbers, links, notes, receipts, files and history, the trash, saved views and colours of labels. Tasks that are here already stay as they are, so a repetition changes nothing. Into an account without tasks, numbers and settings are taken over; otherwise tasks get new numbers, which mentions of them follow. It is one change. Nothing is imported if the client disconnects before the end.',
    ...{ query, sent, result },
  },
  watchedImport: {
    summary:
      'Import like POST /archive/import, and report the progress: lines of JSON such as {"done":400,"of":2000}, and at the end one with the result or the error. Input that is refused at once has a response without progress.',
    ...{ query, sent },
    answer: { type: importType, text: 'Lines of JSON: the progress, and then the result or the error' },
  },
}

/** A line of the response to an import with progress. */
export type ArchiveImportStep = { done: number; of: number } | { result: ArchiveImportResult } | { error: ErrorBody }

export type ArchiveSize = Static<typeof archiveSchemas.size.result>
export type ArchiveImportResult = Static<typeof archiveSchemas.import.result>
export type ArchiveImportQuery = Static<typeof archiveSchemas.import.query>
