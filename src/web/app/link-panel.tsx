import type { LinkRole } from '../../contract/task-lists/link-index.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { deckNow } from '../deck/current-deck.ts'
import { LinkMenu } from '../links/link-menu.tsx'
import { Panel } from '../ui/panel.tsx'

interface Props {
  ids: readonly string[]
  role: LinkRole
  onClose: () => void
}

/** The button on the page of the task, or its card or row. */
const placeOf = (id: string | undefined) =>
  document.querySelector(`[data-links-of="${id}"]`) ?? document.querySelector(`[data-task="${id}"]`)

/** Links tasks to another one, at the first of them. */
export function LinkPanel({ ids, role, onClose }: Props) {
  const tasks = ids.flatMap((id) => deckNow().byId.get(id) ?? [])
  return (
    <Panel
      anchor={placeOf(ids[0])}
      label="Link to another task"
      title={`Link ${namesOf(tasks)} to`}
      width={360}
      onClose={onClose}
    >
      <LinkMenu {...{ ids, role, onClose }} />
    </Panel>
  )
}
