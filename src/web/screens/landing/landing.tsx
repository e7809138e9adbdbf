import { Navigate } from 'react-router'
import { useSession } from '../../accounts/session.ts'
import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import dashboardDark from './dashboard-dark.webp'
import dashboardLight from './dashboard-light.webp'
import classes from './landing.module.css'

const features = [
  [
    'Task Management',
    'Add, sort, filter and complete tasks. A deck of cards that you can take in at a glance, however many there are.',
  ],
  ['Priority & Deadlines', 'Overdue and upcoming tasks stand out, in words and shapes as well as colour.'],
  [
    'Secure Authentication',
    'Sign in with a password or Google, see and end your sessions, and keep your data in a folder of your own.',
  ],
]

const pictures = [
  { theme: 'light', source: dashboardLight, place: classes.onLight },
  { theme: 'dark', source: dashboardDark, place: classes.onDark },
]

const included = [
  'Every feature',
  'Your own server and your own data',
  'SQLite or PostgreSQL',
  'MIT licence, source included',
]

/** Opened without any address, the app shows the screen that the user has chosen to start with. */
export function Landing() {
  const { session } = useSession()
  if (!window.location.hash && session?.preferences.start === 'today') return <Navigate to={paths.today} replace />
  return (
    <>
      <section className={classes.hero}>
        <h1 className={`h1 ${classes.title}`}>Manage Your Tasks Efficiently</h1>
        <p className={classes.lead}>
          A deck of task cards for developers. Priorities, deadlines and real-time tracking, on your own machine, at the
          speed of your keyboard.
        </p>
        <div className={classes.actions}>
          <LinkButton to={paths.dashboard} size="hero">
            Get Started
          </LinkButton>
          <code className={classes.command}>$ npm start</code>
        </div>
      </section>
      <div className={classes.picture}>
        {pictures.map(({ theme, source, place }) => (
          <img
            key={theme}
            className={place}
            src={source}
            width={1920}
            height={1121}
            loading="lazy"
            alt={`The dashboard in the ${theme} theme: cards with status, priority and due date, and overdue dates in red`}
          />
        ))}
      </div>
      <section className={classes.features} aria-label="Features">
        {features.map(([title, text]) => (
          <div key={title}>
            <h2 className="h3">{title}</h2>
            <p className="muted large above-4">{text}</p>
          </div>
        ))}
      </section>
      <section id="pricing" className={classes.pricing} aria-label="Pricing">
        <h2 className="h2">Pricing</h2>
        <p className="muted large">Free and open source. You host it, and there is no charge per user.</p>
        <div className={classes.plan}>
          <p className="strong">Self-hosted</p>
          <p className={classes.price}>Free</p>
          <ul>
            {included.map((line) => (
              <li key={line}>
                <CheckIcon /> {line}
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
