import { useDeferredValue, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Task } from '../../contract/schemas/tasks.ts'
import { shortcutOf } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { useFromDeck } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import { useSavedViews } from '../saved-views/queries.ts'
import { useLabelColours } from '../tasks/label-colours.tsx'
import { colourStyle } from '../tasks/label-tag.tsx'
import controls from '../ui/controls.module.css'
import { ActivityIcon, KeyboardIcon, ListIcon, TrashIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { useFocusInPlace } from '../ui/use-focus-in-place.ts'
import { labelsOf } from './filter-options.tsx'
import classes from './rail.module.css'
import { SaveView } from './save-view.tsx'
import { SavedViewRow } from './saved-view-row.tsx'
import { orderedViews } from './saved-views.ts'
import { useCounts } from './use-counts.ts'
import type { View } from './use-view.ts'

export interface RailProps {
  /** The view that it is beside. Without one, labels lead to the dashboard. */
  view?: View
  all: Task[]
  /** The address of the list that is marked as current, if it is not that of the page. */
  from?: string
  /** Called when a link was followed, so that a menu with this content closes. */
  onLeave?: () => void
}

/** Saved views, labels and the other places of the app. */
export function Rail({ view, all, from, onLeave }: RailProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const views = orderedViews(useSavedViews())
  const tasks = useDeferredValue(all)
  const labels = useMemo(() => labelsOf(tasks), [tasks])
  const labelCounts = useMemo(() => countLabels(tasks), [tasks])
  const colours = useLabelColours()
  const counts = useCounts(views, tasks)
  const isReady = useFromDeck((deck) => deck.isReady)
  const list = useRef<HTMLUListElement>(null)
  const focus = useFocusInPlace(list)
  const address = from ?? pathname + search
  const chosen = view?.filter.label ?? []
  const choose = (label: string) => {
    if (view) view.setFilter({ label: chosen.includes(label) ? [] : [label] })
    else void navigate({ pathname: paths.dashboard, search: new URLSearchParams({ label }).toString() })
    onLeave?.()
  }
  return (
    <nav className={classes.rail} aria-label="Saved views and labels">
      <div className={classes.head}>
        <h2>Views</h2>
        {view && <SaveView address={address} />}
      </div>
      <ul ref={list} className={classes.list} {...focus}>
        <li>
          <Link
            to={{ pathname: paths.list, search: 'status=All' }}
            className={`${controls.button} ${classes.link}`}
            aria-current={address === `${paths.list}?status=All` ? 'page' : undefined}
            onClick={onLeave}
          >
            <ListIcon size={16} />
            <span className={controls.ellipsis}>All tasks</span>
            <span className="mono">{isReady && tasks.length}</span>
          </Link>
        </li>
        {views.map((saved, index) => (
          <SavedViewRow
            key={saved.id}
            saved={saved}
            views={views}
            index={index}
            count={isReady ? counts.get(saved.id) : undefined}
            address={address}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {labels.length > 0 && (
        <>
          <div className={classes.head}>
            <h2>Labels</h2>
          </div>
          <ul className={classes.list}>
            {labels.map((label) => (
              <li key={label}>
                <button
                  type="button"
                  className={`${controls.button} ${classes.link}`}
                  aria-pressed={view ? chosen.includes(label) : undefined}
                  onClick={() => choose(label)}
                >
                  <span className={classes.hash} style={colourStyle(colours[label])}>
                    #
                  </span>
                  <span className={controls.ellipsis} dir="auto">
                    {label}
                  </span>
                  <span className="mono">{labelCounts.get(label) ?? 0}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className={`${classes.list} ${classes.foot}`}>
        <li>
          <Link to={paths.activity} className={`${controls.button} ${classes.link}`} onClick={onLeave}>
            <ActivityIcon size={16} />
            <span className={controls.ellipsis}>Activity</span>
          </Link>
        </li>
        <li>
          <Link to={paths.trash} className={`${controls.button} ${classes.link}`} onClick={onLeave}>
            <TrashIcon size={16} />
            <span className={controls.ellipsis}>Trash</span>
          </Link>
        </li>
        <li className="about-keys">
          <button type="button" className={`${controls.button} ${classes.link}`} onClick={() => runCommand('help')}>
            <KeyboardIcon size={16} />
            <span className={controls.ellipsis}>Keyboard</span>
            <kbd className={keycap.keycap}>{shortcutOf('help')}</kbd>
          </button>
        </li>
      </ul>
    </nav>
  )
}

function countLabels(tasks: Task[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labels } of tasks) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
