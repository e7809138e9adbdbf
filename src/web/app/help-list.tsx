import { Fragment } from 'react'
import { commandIds, commands, groups } from '../commands/commands.ts'
import classes from './help.module.css'
import { Keys } from './keys.tsx'

const maxShown = 3

/** Many alternatives are a range. */
const shownKeys = (keys: readonly string[]) => (keys.length > maxShown ? [keys[0], keys.at(-1)].map(String) : keys)

/** All keyboard shortcuts. */
export function HelpList() {
  return (
    <div className={classes.columns}>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3 className={classes.group}>{group}</h3>
          <dl className={classes.list}>
            {commandIds
              .filter((id) => commands[id].group === group && commands[id].keys.length > 0)
              .map((id) => (
                <div key={id}>
                  <dt>{commands[id].label}</dt>
                  <dd>
                    {shownKeys(commands[id].keys).map((keys, index) => (
                      <Fragment key={keys}>
                        {index > 0 && (commands[id].keys.length > maxShown ? ' to ' : ' or ')}
                        <Keys of={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
