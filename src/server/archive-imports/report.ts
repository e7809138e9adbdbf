import type { ArchiveImportResult } from '../../contract/schemas/archives.ts'
import type { Survey } from './survey.ts'
import type { Written } from './writing.ts'

interface Added {
  added: number
  /** Those for which there is no room. */
  left: number
}

/** An archive that was imported. */
export interface Imported {
  survey: Survey
  written: Written
  settings: { views: Added; labels: Added; hasSettings: boolean }
  /** Whether a token has imported it. */
  isToken: boolean
}

const counted = (count: number, name: string) => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`

/** The report of an import, without the numbers of its change. */
export function answerOf(imported: Imported, lead: string): Omit<ArchiveImportResult, 'change' | 'seq'> {
  const { written, settings } = imported
  const { destination, restored, first, notes, receipts, references, files, events } = written
  const { fresh, known, numbers } = destination
  const unchanged = known.size - restored
  const parts = [
    `${lead} ${counted(fresh.size, 'task')}`,
    ...(restored ? [`${restored.toLocaleString('en')} back from the trash`] : []),
    ...(unchanged ? [`${unchanged.toLocaleString('en')} already here`] : []),
  ]
  return {
    message: `${parts.join(', ')}.`,
    ...{ created: fresh.size, unchanged, restored },
    ...{ noteCount: notes, receiptCount: receipts, referenceCount: references, eventCount: events },
    ...{ viewCount: settings.views.added, colourCount: settings.labels.added, hasSettings: settings.hasSettings },
    fileCount: files.length,
    fileBytes: files.reduce((sum, { size }) => sum + size, 0),
    isRenumbered: numbers !== undefined && fresh.size > 0,
    first: first.map(({ number, title, status, priority, dueDate, labels }) => ({
      ...{ number, title, status, priority, dueDate, labels },
    })),
    leftOut: leftOut(imported),
  }
}

function leftOut({ survey, written, settings, isToken }: Imported): string[] {
  const { destination, files, lostLinks, restored } = written
  const { fresh, known, gone, isFresh } = destination
  const archivedFiles = [...fresh.keys()].flatMap((id) => survey.tasks.get(id)?.files ?? [])
  const trashed = [...known.values()].filter(({ id, trashed_at }) => trashed_at && !survey.tasks.get(id)?.isTrashed)
  const counts: [number, string, (are: string, were: string) => string][] = [
    [trashed.length - restored, 'task', (are) => `of the archive ${are} in the trash here, and stay there.`],
    [gone.size, 'task', (are, were) => `of the archive ${were} deleted for good here, and ${are} left out.`],
    [
      archivedFiles.length - files.length,
      'file',
      (are, were) => `${were} damaged when the archive was made, and ${are} left out.`,
    ],
    [lostLinks, 'link', (are) => `to tasks that no longer exist ${are} left out.`],
    [settings.views.left, 'saved view', (are) => `${are} left out, because you have too many.`],
    [settings.labels.left, 'colour', (are) => `of labels ${are} left out, because you have too many.`],
  ]
  const remarks = counts.flatMap(([count, name, say]) =>
    count > 0 ? `${counted(count, name)} ${count === 1 ? say('is', 'was') : say('are', 'were')}` : [],
  )
  return [...survey.remarks, ...remarks, ...aboutSettings()]

  function aboutSettings(): string[] {
    if (!survey.preferences || settings.hasSettings || !fresh.size) return []
    return isFresh && isToken
      ? [
          'Settings are not imported with a token. To take them over, import the archive in the web app while there are no tasks.',
        ]
      : ['Your settings stay as they are.']
  }
}
