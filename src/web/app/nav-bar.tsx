import { Burger, Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, NavLink, useNavigate } from 'react-router'
import type { User } from '../../contract/schemas/accounts.ts'
import { ProfilePicture } from '../accounts/profile-picture.tsx'
import { useLogout, useSession } from '../accounts/session.ts'
import { reportFailure } from '../ui/failed.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './nav-bar.module.css'
import { paths } from './paths.ts'

/** Brand, links and account. Below 992 px the items hide behind a button, and hide again when one is chosen. */
export function NavBar() {
  const [open, { toggle, close }] = useDisclosure(false)
  const { user, isPending } = useSession()
  return (
    <header className={classes.bar}>
      <nav className={classes.inner} aria-label="Main">
        <Link to={paths.landing} className={classes.brand} onClick={close}>
          <Logo size={20} />
          Taskdeck
        </Link>
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
          <NavLink to={paths.dashboard} className={classes.link ?? ''} onClick={close}>
            Dashboard
          </NavLink>
          <Link to={paths.pricing} className={classes.link} onClick={close}>
            Pricing
          </Link>
          <div className={classes.account}>
            {user && <AccountMenu user={user} onChosen={close} />}
            {!user && !isPending && (
              <Link to={paths.auth} className={classes.login} onClick={close}>
                Login / Signup
              </Link>
            )}
          </div>
        </div>
      </nav>
    </header>
  )
}

function AccountMenu({ user, onChosen }: { user: User; onChosen: () => void }) {
  const navigate = useNavigate()
  const logout = useLogout()
  const signOut = () =>
    logout.mutate(undefined, {
      onError: (error) =>
        reportFailure('Logout error', error, 'Signing out did not reach the server. Please try again.'),
      onSettled: () => navigate(paths.landing),
    })
  return (
    <Menu position="bottom-end" width={200} onClose={onChosen} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <UnstyledButton className={classes.profile} aria-label={user.image ? undefined : 'Profile'}>
          <ProfilePicture user={user} />
          <span className={classes.name}>{user.username}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.profile}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to={paths.settings}>
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={signOut}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
