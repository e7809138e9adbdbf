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
