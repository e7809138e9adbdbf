import { isHeld } from '../../contract/claims.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { shortcutOf, withKeys } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { paths } from '../navigation/paths.ts'
import { useNow } from '../tasks/today.ts'
import controls from '../ui/controls.module.css'
import { ActivityIcon, BookmarkIcon, KeyboardIcon, TagIcon, TerminalIcon, TrashIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { useMediaQuery } from '../ui/use-window.ts'
import { forgetChange } from './opened-view.ts'
import { placeLinks } from './place-links.tsx'
import classes from './rail.module.css'
import { RailLabels } from './rail-labels.tsx'
import { RailPanel } from './rail-panel.tsx'
import { RailRow } from './rail-row.tsx'
import { RailViews } from './rail-views.tsx'
import { useRail } from './use-rail.ts'

/** The places of the app, the saved views and the labels: beside every screen, and a strip of icons where there is less room. */
export function Rail() {
  const isStrip = useMediaQuery('(max-width: 1199.98px)')
  return (
    <nav className={classes.rail} aria-label="Places, views and labels" data-strip={isStrip || undefined}>
      <RailPlaces />
      {isStrip ? (
        <ul className={classes.list}>
          <RailPanel name="Views" icon={<BookmarkIcon size={16} />}>
            {(close) => <RailViews onLeave={close} />}
          </RailPanel>
          <RailPanel name="Labels" icon={<TagIcon size={16} />}>
            {(close) => <RailLabels onLeave={close} />}
          </RailPanel>
        </ul>
      ) : (
        <>
          <RailViews />
          <RailLabels />
        </>
      )}
      <RailFoot />
    </nav>
  )
}

/** The places, without views and labels. */
export function RailPlaces({ onLeave }: { onLeave?: () => void }) {
  const { counts, address, opened } = useRail()
  const [path = ''] = address.split('?')
  return (
    <ul className={classes.list}>
      {placeLinks.map(({ name, to, command, icon, holds, count, isUrgent }) => (
        <RailRow
          key={to}
          to={to}
          name={name}
          icon={icon(16)}
          count={counts && count?.(counts)}
          isUrgent={isUrgent}
          isCurrent={holds(path) && !opened}
          title={withKeys(command)}
          onLeave={() => {
            forgetChange(to)
            onLeave?.()
          }}
        />
      ))}
    </ul>
  )
}

/** Leads to the agents, with the number of those that hold a task. */
export function AgentsRow({ onLeave }: { onLeave?: () => void }) {
  const { tasks, address } = useRail()
  const now = useNow()
  const holders = new Set(tasks.map(({ claim }) => (claim && isHeld(claim, now) ? tokenOfVia(claim.by) : undefined)))
  holders.delete(undefined)
  return (
    <RailRow
      to={paths.agents}
      name="Agents"
      icon={<TerminalIcon size={16} />}
      count={holders.size}
      isCurrent={address === paths.agents}
      title={withKeys('goAgents')}
      onLeave={onLeave}
    />
  )
}

function RailFoot() {
  const { address } = useRail()
  return (
    <ul className={`${classes.list} ${classes.foot}`}>
      <AgentsRow />
      <RailRow
        to={paths.activity}
        name="Activity"
        icon={<ActivityIcon size={16} />}
        isCurrent={address.split('?')[0] === paths.activity}
        title={withKeys('goActivity')}
        onLeave={undefined}
      />
      <RailRow
        to={paths.trash}
        name="Trash"
        icon={<TrashIcon size={16} />}
        isCurrent={address === paths.trash}
        title={withKeys('goTrash')}
        onLeave={undefined}
      />
      <li className="about-keys">
        <button
          type="button"
          className={`${controls.button} ${classes.link}`}
          title={withKeys('help')}
          onClick={() => runCommand('help')}
        >
          <KeyboardIcon size={16} />
          <span className={`${controls.ellipsis} beside-icon`}>Keyboard</span>
          <kbd className={`${keycap.keycap} beside-icon`}>{shortcutOf('help')}</kbd>
        </button>
      </li>
    </ul>
  )
}
