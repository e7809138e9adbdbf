import { useEffect } from 'react'
import { Link } from 'react-router'
import type { User } from '../../contract/schemas/accounts.ts'
import { ProfilePicture } from '../accounts/profile-picture.tsx'
import { commands, shortcutOf, withKeys } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { LiveMark } from '../live/live-mark.tsx'
import { paths } from '../navigation/paths.ts'
import { useNeedsYou } from '../questions/needs-you.ts'
import controls from '../ui/controls.module.css'
import keycap from '../ui/keycap.module.css'
import { Menu, menuDivider, menuItem } from '../ui/menu.tsx'
import { setWaitingCount } from '../ui/page.tsx'
import { RailPlaces } from '../views/rail.tsx'
import { RailLabels } from '../views/rail-labels.tsx'
import { RailViews } from '../views/rail-views.tsx'
import { WaitingChanges } from '../waiting/waiting-changes.tsx'
import classes from './nav-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** Unsent changes and the live connection. */
export function Status() {
  return (
    <>
      <WaitingChanges />
      <LiveMark />
    </>
  )
}

/** How much waits for the user, beside the name of the app, and in the title of the tab. */
export function NeedsYou() {
  const count = useNeedsYou()
  useEffect(() => {
    setWaitingCount(count)
    return () => setWaitingCount(0)
  }, [count])
  if (!count) return null
  return (
    <Link to={paths.needsYou} className={`${controls.pill} ${classes.count}`} title={withKeys('goNeedsYou')}>
      {count}
      <span className="visually-hidden"> {count === 1 ? 'needs' : 'need'} you</span>
    </Link>
  )
}

/** Opens the palette. */
export function Jump({ onChosen }: { onChosen: () => void }) {
  const open = () => {
    onChosen()
    runCommand('palette')
  }
  return (
    <button type="button" className={classes.jump} onClick={open}>
      {commands.palette.label}
      <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('palette')}</kbd>
    </button>
  )
}

/** The contents of the rail, which a narrow screen has no room for. */
export function Places({ onChosen }: { onChosen: () => void }) {
  return (
    <div className={classes.places}>
      <RailPlaces onLeave={onChosen} />
      <RailViews onLeave={onChosen} />
      <RailLabels onLeave={onChosen} />
    </div>
  )
}

export function AccountMenu({ user, onChosen }: { user: User; onChosen: () => void }) {
  const signOut = useSignOut(user._id)
  const chosen = (close: () => void, run?: () => void) => {
    close()
    onChosen()
    run?.()
  }
  return (
    <Menu name="Profile" label={<Owner user={user} />} buttonClass={`${controls.button} ${classes.profile}`}>
      {(close) => (
        <>
          {[
            { to: paths.profile, name: 'Profile' },
            { to: paths.settings, name: 'Settings' },
          ].map(({ to, name }) => (
            <Link key={to} to={to} role="menuitem" tabIndex={-1} className={menuItem} onClick={() => chosen(close)}>
              {name}
            </Link>
          ))}
          <hr className={menuDivider} />
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menuItem}
            onClick={() => chosen(close, signOut)}
          >
            Logout
          </button>
        </>
      )}
    </Menu>
  )
}

function Owner({ user }: { user: User }) {
  return (
    <>
      <ProfilePicture user={user} />
      <span className={classes.name} dir="auto">
        {user.username}
      </span>
    </>
  )
}
