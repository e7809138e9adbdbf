import { type Static, Type } from 'typebox'

const count = Type.Integer({ minimum: 0 })

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
      'Download an archive: a ZIP with all tasks, the trash, notes, receipts, the history, saved views, labels, preferences and files. Requires a session, or a token with the scope export. One at a time.',
    answer: { type: 'application/zip', text: 'The archive' },
  },
}

export type ArchiveSize = Static<typeof archiveSchemas.size.result>
