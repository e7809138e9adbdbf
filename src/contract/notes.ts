export const noteLimits = {
  /** Characters of a note. */
  text: 10_000,
  /** Notes of a task. */
  perTask: 1_000,
  /** Notes of a page unless asked otherwise, and at most. */
  page: 50,
  maxPage: 100,
} as const

/**
 * The kinds of notes. A question to the owner has more values than a text. An answer comes from a reader of a shared task: its text is plain, and it
 * waits like an open question until the owner has read it, which closes it.
 */
export const noteKinds = ['note', 'question', 'answer'] as const
export type NoteKind = (typeof noteKinds)[number]

/** The text of a note as it is stored. Spaces at the beginning of a line mean something in Markdown. */
export const cleanNote = (text: string) => text.replace(/^(\s*\n)+/, '').trimEnd()
