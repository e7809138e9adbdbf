/** Something about a line of a file. */
export interface Remark {
  line: number
  message: string
  /** The file in a ZIP that the line is in. */
  file?: string
  /** Remarks of one kind are shown together. */
  kind?: RemarkKind
}

/** The kinds of parts that cannot be carried over: one and several of them in words, and the reason. */
const kinds = {
  time: ['time of day', 'times of day', 'Dates have no time here. Each is kept in the description.'],
  alarm: ['time of day', 'times of day', 'Dates have no time here. Each becomes a reminder at this time.'],
  date: ['date', 'dates', 'They are no calendar days that are understood. Each is kept in the description.'],
  repeat: ['repetition', 'repetitions', 'Their rules have no match here. Each is kept in the description.'],
  title: ['long title', 'long titles', 'They are shortened. All of each is in the description.'],
  description: ['long description', 'long descriptions', 'They are cut after 10,000 characters.'],
  labels: ['task with many labels', 'tasks with many labels', 'A task keeps 10 labels.'],
  level: ['deep part', 'deep parts', 'Parts have five levels. These are parts of the task above.'],
  column: ['column', 'columns', 'Nothing here has their meaning:'],
  text: ['other line', 'other lines', 'They are no items of a list:'],
  file: ['task with files', 'tasks with files', 'The export names the files but lacks them.'],
  person: ['task of other people', 'tasks of other people', 'A deck has one user. The names are left out.'],
  reminder: [
    'task with other reminders',
    'tasks with other reminders',
    'A reminder has a day and a time, and a task has ten. Others are left out.',
  ],
  archived: ['archived card', 'archived cards', 'They are imported as completed.'],
  cycle: ['circular blocker', 'circular blockers', 'A task cannot wait for itself. One blocker of each is left out.'],
  label: ['label without letters', 'labels without letters', 'A label has letters or digits. They are left out:'],
  request: ['change request', 'change requests', 'They are no issues, and are left out.'],
  removed: ['deleted task', 'deleted tasks', 'They were deleted there, and are left out.'],
  template: ['repeated entry', 'repeated entries', 'Only the task that is open now is imported.'],
  encoding: ['unclear encoding', 'unclear encodings', 'Check the letters with accents:'],
  entry: ['file in the ZIP', 'files in the ZIP', 'They contain no tasks:'],
} as const satisfies Record<string, readonly [string, string, string]>
export type RemarkKind = keyof typeof kinds

export interface RemarkGroup {
  title: string
  reason: string
  lines: number[]
}

/** Kinds whose remarks say more than their reason. */
const saysMore: ReadonlySet<RemarkKind | undefined> = new Set(['column', 'text', 'encoding', 'entry', 'label'])
const shownMessages = 3

/** Remarks of each kind together, in the order in which they appear. */
export function groupRemarks(remarks: readonly Remark[]): RemarkGroup[] {
  const byKind = new Map<RemarkKind | undefined, Remark[]>()
  for (const remark of remarks) {
    const same = byKind.get(remark.kind)
    if (same) same.push(remark)
    else byKind.set(remark.kind, [remark])
  }
  return [...byKind].flatMap(([kind, same]): RemarkGroup[] => {
    const lines = same.flatMap(({ line }) => (line ? [line] : []))
    if (kind === undefined) return same.map(({ line, message }) => ({ title: message, reason: '', lines: [line] }))
    const [one, many, reason] = kinds[kind]
    const title = same.length === 1 ? `1 ${one}` : `${same.length.toLocaleString('en')} ${many}`
    if (!saysMore.has(kind)) return [{ title, reason, lines }]
    const messages = [...new Set(same.map(({ message }) => message))]
    const more = messages.length > shownMessages ? ` And ${messages.length - shownMessages} more.` : ''
    return [{ title, reason: `${reason} ${messages.slice(0, shownMessages).join(' ')}${more}`, lines }]
  })
}
