import { lazy, Suspense } from 'react'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import { SlidersIcon } from '../ui/icons.tsx'
import { usePanel } from '../ui/use-panel.ts'
import type { DisplayProps } from './display-menu.tsx'
import { sortInWords } from './display-words.ts'
import classes from './header-row.module.css'

const DisplayMenu = lazy(() => import('./display-menu.tsx'))

/** Opens the menu that says how the tasks are shown. Its name says the sort order. */
export function DisplayButton(props: DisplayProps) {
  const { button, anchor, isOpen, close } = usePanel()
  const { view, isOrdered, isRanked } = props
  useCommands({ display: () => anchor.current?.click() })
  const order = isOrdered ? '' : `: ${isRanked ? 'Best match' : sortInWords(view.sort)}`
  return (
    <>
      <button
        {...button}
        className={`${controls.button} ${classes.choice} ${classes.display}`}
        aria-label={`Display${order}`}
        title={withKeys('display')}
      >
        <SlidersIcon size={16} />
        <span className={classes.displayWord}>Display</span>
      </button>
      {isOpen && (
        <Suspense>
          <DisplayMenu {...props} anchor={anchor.current} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
