import { archiveFiles } from '../../contract/archives.ts'
import type { ArchiveSize } from '../../contract/schemas/archives.ts'

const { page, records, sheet, document, hashes } = archiveFiles

/** The README of an archive. `damaged` are the paths of files that could not be read as they were uploaded. */
export const readme = (
  now: Date,
  { taskCount, fileCount }: Pick<ArchiveSize, 'taskCount' | 'fileCount'>,
  damaged: ReadonlySet<string>,
): string =>
  `# Taskdeck archive

Made at ${now.toISOString()}, with ${taskCount} tasks and ${fileCount} files, including the trash.

- \`${page}\`: open it in a browser to read, search and filter everything. It needs no server and no network.
- \`${records}\`: everything, one JSON object per line, with its kind in \`record\`: settings, views, labels, tasks, notes, receipts, git references, files and the history. docs/export.md of Taskdeck describes it.
- \`${sheet}\`: the tasks for spreadsheets. A text that begins with \`=\`, \`+\`, \`-\` or \`@\` has an apostrophe in front of it, and so has one of these after a semicolon, a bar, a tab or a line break, so that no program runs it.
- \`${document}\`: the tasks as text.
- \`files/\`: the completion files, in a folder for each task. Check them with \`sha256sum -c ${hashes}\`.

A task that was changed while the archive was made is included as it was when it was read, which may differ between these files.
It does not contain your password, sessions and tokens.
${damaged.size ? `\n## Files with problems\n\n${[...damaged].map((path) => `- ${path}: its bytes are missing or have changed since the upload`).join('\n')}\n` : ''}`
