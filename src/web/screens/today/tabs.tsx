import controls from '../../ui/controls.module.css'
import classes from './today.module.css'

export type Tab = 'next' | 'agenda'

const tabs: { id: Tab; name: string }[] = [
  { id: 'next', name: 'Next' },
  { id: 'agenda', name: 'Agenda' },
]

interface Props {
  tab: Tab
  counts: Record<Tab, number>
  onChoose: (tab: Tab) => void
}

/** Chooses between the two columns of the screen where there is room for one. */
export function Tabs({ tab, counts, onChoose }: Props) {
  return (
    <fieldset className={`${controls.bar} ${classes.tabs}`} aria-label="Show">
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={`${controls.segment} ${classes.tab}`}
          aria-pressed={tab === id}
          onClick={() => onChoose(id)}
        >
          {name} <span className="mono">{counts[id]}</span>
        </button>
      ))}
    </fieldset>
  )
}
