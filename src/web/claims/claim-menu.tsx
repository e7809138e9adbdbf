import { useQuery } from '@tanstack/react-query'
import { isHeld } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { viaOfToken } from '../../contract/via.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { deckNow } from '../deck/current-deck.ts'
import { useNow } from '../tasks/today.ts'
import { tokensQuery } from '../tokens/queries.ts'
import { Listbox, type Option } from '../ui/listbox.tsx'
import { Panel } from '../ui/panel.tsx'
import { useClaims } from './use-claims.ts'

interface Props {
  ids: readonly string[]
  onClose: () => void
}

const released = ''

/** Chooses who holds tasks: the person, a token, or nobody. */
export function ClaimMenu({ ids, onClose }: Props) {
  const tasks = ids.flatMap((id) => deckNow().byId.get(id) ?? [])
  const now = useNow()
  const claim = useClaims()
  // Without the server, the person and nobody can still be chosen.
  const { data, isPending } = useQuery(tokensQuery)
  const tokens = data?.tokens.filter(({ scope }) => scope === 'write') ?? []
  const holders = tasks.map((task) => holderOf(task, now))
  const options: Option[] = [
    { value: 'session', label: tasks.some(isOfOther(now)) ? 'Take over' : 'Hold it yourself' },
    ...tokens.map(({ name }) => ({ value: viaOfToken(name), label: `Hand over to ${name}` })),
    ...(tasks.some((task) => task.claim) ? [{ value: released, label: 'Release' }] : []),
  ]
  const choose = (value: string) => {
    onClose()
    claim(tasks, value === released ? null : value)
  }
  return (
    <Panel anchor={placeOf(ids[0])} label="Choose the holder" title={`Holder of ${namesOf(tasks)}`} onClose={onClose}>
      <Listbox
        key={isPending ? 'first' : 'all'}
        label="Choose the holder"
        {...{ options, current: holders }}
        onChoose={choose}
      />
    </Panel>
  )
}

const holderOf = ({ claim }: Task, now: string) =>
  claim && isHeld(claim, now) ? claim.by.replace(/^agent:/, 'token:') : released

const isOfOther =
  (now: string) =>
  ({ claim }: Task) =>
    claim && claim.by !== 'session' && isHeld(claim, now)

/** The card or row of a task, or the bar of its page. */
const placeOf = (id: string | undefined) =>
  document.querySelector(`[data-task="${id}"]`) ?? document.querySelector('[data-claim]')
