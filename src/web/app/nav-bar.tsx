import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { paths, taskViews } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { useLayer } from '../ui/layers.ts'
import links from '../ui/links.module.css'
import { Logo } from '../ui/logo.tsx'
import classes from './nav-bar.module.css'
import { pieces } from './on-demand.ts'

/** Brand, links and account menu. Below 992 px a button shows the items. Choosing one, Escape, a tap elsewhere and going back hide them. */
export function NavBar() {
  const bar = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { user, isPending } = useSession()
  const items = useSignedInItems(Boolean(user))
  const close = () => setOpen(false)
  const { pathname } = useLocation()
  return (
    <header ref={bar} className={classes.bar} data-screen>
      {isOpen && <OpenMenu bar={bar} onClose={close} />}
      <nav className={classes.inner} aria-label="Main">
        <Link to={paths.landing} className={classes.brand} onClick={close}>
          <Logo size={20} />
          Taskdeck
        </Link>
        {user && items && <items.NeedsYou />}
        {user && <span className={classes.narrow}>{items && <items.Status />}</span>}
        <button
          type="button"
          className={`${controls.reachable} ${classes.burger}`}
          onClick={() => setOpen(!isOpen)}
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={isOpen}
          aria-controls="nav-items"
        >
          <span />
        </button>
        <div id="nav-items" className={classes.items} data-open={isOpen || undefined}>
          <Link
            to={paths.dashboard}
            className={`${links.quiet} ${classes.link}`}
            aria-current={taskViews.includes(pathname) ? 'page' : undefined}
            onClick={close}
          >
            Dashboard
          </Link>
          <Link to={paths.pricing} className={`${links.quiet} ${classes.link}`} onClick={close}>
            Pricing
          </Link>
          {user && items && <items.Jump onChosen={close} />}
          <div className={classes.account}>
            {user && <span className={classes.wide}>{items && <items.Status />}</span>}
            {user && items && <items.AccountMenu user={user} onChosen={close} />}
            {!user && !isPending && (
              <Link to={paths.auth} className={`${links.outlined} ${classes.login}`} onClick={close}>
                Login / Signup
              </Link>
            )}
          </div>
          {isOpen && user && items && <items.Places onChosen={close} />}
        </div>
      </nav>
    </header>
  )
}

/** The open menu of a narrow screen: a layer, and a tap outside the bar closes it. */
function OpenMenu({ bar, onClose }: { bar: RefObject<HTMLElement | null>; onClose: () => void }) {
  useLayer(onClose)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      // The account menu belongs to it, but is elsewhere in the page.
      const isInside = target instanceof Element && (bar.current?.contains(target) || target.closest('[data-panel]'))
      if (!isInside) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [bar])
  return null
}

/** The items for signed-in users. Visitors do not load them. After a failure, every navigation tries again. */
function useSignedInItems(isSignedIn: boolean) {
  const [items, setItems] = useState<Awaited<ReturnType<typeof pieces.signedInItems>>>()
  const { key } = useLocation()
  const tried = useRef<string>(undefined)
  const isMissing = isSignedIn && !items
  useEffect(() => {
    if (!isMissing || tried.current === key) return
    tried.current = key
    pieces.signedInItems().then(setItems, (error: unknown) => console.error('Error loading', error))
  }, [isMissing, key])
  return items
}
