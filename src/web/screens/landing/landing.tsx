import '@mantine/core/styles/Image.css'
import { Button, Image, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../navigation/paths.ts'
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
  { theme: 'light', source: dashboardLight, hidden: { darkHidden: true } },
  { theme: 'dark', source: dashboardDark, hidden: { lightHidden: true } },
]

const included = [
  'Every feature',
  'Your own server and your own data',
  'SQLite or PostgreSQL',
  'MIT licence, source included',
]

export function Landing() {
  return (
    <>
      <section className={classes.hero}>
        <Title order={1} className={classes.title}>
          Manage Your Tasks Efficiently
        </Title>
        <Text className={classes.lead}>
          A deck of task cards for developers. Priorities, deadlines and real-time tracking, on your own machine, at the
          speed of your keyboard.
        </Text>
        <div className={classes.actions}>
          <Button component={Link} to={paths.dashboard} size="lg">
            Get Started
          </Button>
          <code className={classes.command}>$ npm start</code>
        </div>
      </section>
      <div className={classes.picture}>
        {pictures.map(({ theme, source, hidden }) => (
          <Image
            key={theme}
            {...hidden}
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
            <Title order={2} size="h3">
              {title}
            </Title>
            <Text c="dimmed" size="lg" mt={4}>
              {text}
            </Text>
          </div>
        ))}
      </section>
      <section id="pricing" className={classes.pricing} aria-label="Pricing">
        <Title order={2}>Pricing</Title>
        <Text c="dimmed" size="lg">
          Free and open source. You host it, and there is no charge per user.
        </Text>
        <div className={classes.plan}>
          <Text fw={600}>Self-hosted</Text>
          <p className={classes.price}>
            0 <span>forever</span>
          </p>
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
