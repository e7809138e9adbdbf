import { Burger, Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, NavLink, useNavigate } from 'react-router'
import type { User } from '../../contract/schemas/accounts.ts'
import { ProfilePicture } from '../accounts/profile-picture.tsx'
import { useLogout, useSession } from '../accounts/session.ts'
import { commands, shortcutOf } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { LiveMark } from '../live/live-mark.tsx'
import { paths } from '../navigation/paths.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { confirm } from '../ui/confirm.tsx'
import keycap from '../ui/keycap.module.css'
import links from '../ui/links.module.css'
import { Logo } from '../ui/logo.tsx'
import { navSlot } from '../ui/nav-slot.ts'
import classes from './nav-bar.module.css'

/** Brand, links and account menu. Below 992 px a button shows the items, and choosing one hides them. */
export function NavBar() {
  const [open, { toggle, close }] = useDisclosure(false)
  const { user, isPending } = useSession()
  const Slot = navSlot.use()
  return (
    <header className={classes.bar}>
      <nav className={classes.inner} aria-label="Main">
        <Link to={paths.landing} className={classes.brand} onClick={close}>
          <Logo size={20} />
          Taskdeck
        </Link>
        {user && (
          <span className={classes.narrow}>
            {Slot && <Slot />}
            <LiveMark />
          </span>
        )}
        <Burger
          className={classes.burger}
          opened={open}
          onClick={toggle}
          size="sm"
          aria-label={open ? 'Close the menu' : 'Open the menu'}
          aria-expanded={open}
          aria-controls="nav-items"
        />
        <div id="nav-items" className={classes.items} data-open={open || undefined}>
          <NavLink to={paths.dashboard} className={`${links.quiet} ${classes.link}`} onClick={close}>
            Dashboard
          </NavLink>
          <Link to={paths.pricing} className={`${links.quiet} ${classes.link}`} onClick={close}>
            Pricing
          </Link>
          {user && (
            <button type="button" className={classes.jump} onClick={() => runCommand('palette')}>
              {commands.palette.label}
              <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('palette')}</kbd>
            </button>
          )}
          <div className={classes.account}>
            {user && (
              <span className={classes.wide}>
                {Slot && <Slot />}
                <LiveMark />
              </span>
            )}
            {user && <AccountMenu user={user} onChosen={close} />}
            {!user && !isPending && (
              <Link to={paths.auth} className={`${links.outlined} ${classes.login}`} onClick={close}>
                Login / Signup
              </Link>
            )}
          </div>
        </div>
      </nav>
    </header>
  )
}

/** Asks before changes are lost that the server has not received yet. */
async function mayDiscardWaiting({ _id }: User): Promise<boolean> {
  const { countUnsent } = await import('../deck/current-deck.ts')
  const count = await countUnsent(_id)
  if (!count) return true
  return confirm({
    question: count === 1 ? 'Log out and lose one change?' : `Log out and lose ${count} changes?`,
    detail: 'The server has not received everything yet. Logging out deletes what this browser keeps.',
    action: 'Log out',
  })
}

function AccountMenu({ user, onChosen }: { user: User; onChosen: () => void }) {
  const navigate = useNavigate()
  const logout = useLogout(() => navigate(paths.landing, { flushSync: true }))
  const signOut = async () => {
    onChosen()
    if (!(await mayDiscardWaiting(user))) return
    logout.mutate(undefined, {
      onError: (error) => {
        console.error('Logout error', error)
        alertFailed('Could not log you out: you are still signed in. Please try again.')
      },
    })
  }
  return (
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <UnstyledButton className={classes.profile}>
          <ProfilePicture user={user} />
          <span className={classes.name}>{user.username}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.profile} onClick={onChosen}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to={paths.settings} onClick={onChosen}>
          Settings
        </Menu.Item>
        <Menu.Divider role="separator" />
        <Menu.Item onClick={signOut}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
