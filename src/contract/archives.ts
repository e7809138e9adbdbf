/** The version of `tasks.jsonl` in an archive: docs/export.md describes it. Incremented when a reader of the former one would misunderstand it. */
export const archiveVersion = 1

/** The records of `tasks.jsonl`, in their order. The first line is the header. */
export const archiveRecords = [
  'archive',
  'settings',
  'view',
  'label',
  'task',
  'note',
  'receipt',
  'reference',
  'todo',
  'file',
  'event',
] as const
export type ArchiveRecord = (typeof archiveRecords)[number]

/** The files of an archive beside the completion files. */
export const archiveFiles = {
  readme: 'README.md',
  page: 'index.html',
  records: 'tasks.jsonl',
  sheet: 'tasks.csv',
  document: 'tasks.md',
  hashes: 'files.sha256',
} as const

export const archiveType = 'application/zip'

/** Whether the names of the entries of a ZIP are those of an archive. */
export const isArchive = (names: Iterable<string>): boolean => {
  const known = new Set(names)
  return known.has(archiveFiles.records) && known.has(archiveFiles.page)
}

export const archiveImportLimits = {
  /** The tasks that the report of an import shows. */
  firstTasks: 20,
  /** Bytes of a line of `tasks.jsonl`. */
  lineBytes: 1024 * 1024,
} as const
