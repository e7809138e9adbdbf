import { isPlainName } from './plain-names.ts'

export const shareLimits = {
  name: 60,
  shares: 100,
  /** Rows that a shared view shows; the rest is counted. */
  rows: 2_000,
  /** Notes that a shared task shows: the newest ones. */
  notes: 100,
  /** Parts of a shared task. */
  parts: 200,
  question: 200,
  choices: 5,
  choice: 80,
  answer: 500,
  days: 3_650,
} as const

export const shareKinds = ['view', 'task'] as const
export type ShareKind = (typeof shareKinds)[number]

/** The parts that a shared page shows besides titles and status, if its owner chooses them. Files and notes are never shown unless chosen. */
export const viewParts = ['dates', 'priority', 'labels', 'parents'] as const
export const taskParts = ['dates', 'priority', 'labels', 'description', 'criteria', 'parts', 'notes', 'files'] as const
export const shareParts = [...viewParts, 'description', 'criteria', 'parts', 'notes', 'files'] as const
export type SharePart = (typeof shareParts)[number]

/** The parts that can be shown for a kind. */
export const partsOf = (kind: ShareKind): readonly SharePart[] => (kind === 'view' ? viewParts : taskParts)

/** The parts that are chosen at first. */
export const usualParts = (kind: ShareKind): SharePart[] =>
  kind === 'view' ? ['dates', 'priority', 'labels', 'parents'] : ['dates', 'priority', 'labels', 'description']

/** The header with the secret of a link. A page of another site cannot send it. */
export const linkHeader = 'taskdeck-link'

/** The folder of the page of shared links, below that of the web app. The secret follows after #, which browsers send to nobody. */
export const linkFolder = 'link/'

/** 256 bits. */
export const isLinkSecret = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{43}$/.test(text)

/** The words of a link that does not work, or has never worked. */
export const deadLink = 'This link no longer works.'

/** The names of the events in the stream of a shared page. */
export const shareEvents = {
  /** The stream has begun, or the page has changed: it is to be read again. */
  changed: 'changed',
  /** Nothing has changed, and the stream is alive. */
  beat: 'beat',
  /** The link no longer works. */
  ended: 'ended',
  /** The server closes the stream; the page opens another one after a moment. */
  bye: 'bye',
} as const

export const isShareName = (text: string) => isPlainName(text, shareLimits.name)
export const isShareQuestion = (text: string) => isPlainName(text, shareLimits.question)
/** Whether a visitor may send this text: plain, in a few lines. */
export const isShareAnswer = (text: string) =>
  text.length <= shareLimits.answer * 2 &&
  text.split('\n').length <= 20 &&
  isPlainName(text.replace(/\r?\n/g, ' '), shareLimits.answer)
