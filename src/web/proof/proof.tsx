import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { DeckTask } from '../deck/change.ts'
import { Files } from '../files/files.tsx'
import type { Uploads } from '../files/use-uploads.ts'
import { Receipts } from '../receipts/receipts.tsx'
import { DoneWhen } from './done-when.tsx'

interface Props {
  task: DeckTask
  /** Undefined until they are loaded. */
  files: CompletionFile[] | undefined
  uploads: Uploads
  dateStyle: Preferences['dateStyle']
  /** On a phone and in a panel, each criterion says how and when it was shown below its sentence. */
  isNarrow: boolean
  /** Whether the files belong to it: the page of a phone has them below. */
  hasFiles?: boolean
}

/** When a task is done, and the receipts and files that show it. */
export function Proof({ task, isNarrow, hasFiles = true, ...files }: Props) {
  return (
    <section aria-label="Proof">
      <DoneWhen task={task} isNarrow={isNarrow} />
      <Receipts task={task} dateStyle={files.dateStyle} isNarrow={isNarrow} />
      {hasFiles && <Files task={task} {...files} />}
    </section>
  )
}
