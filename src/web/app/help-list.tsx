import { Fragment } from 'react'
import { commandIds, commands, groups } from '../commands/commands.ts'
import classes from './help.module.css'
import { Keys } from './keys.tsx'

/** All keyboard shortcuts. */
export function HelpList() {
  return (
    <div className={classes.columns}>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3 className={classes.group}>{group}</h3>
          <dl className={classes.list}>
            {commandIds
              .filter((id) => commands[id].group === group)
              .map((id) => (
                <div key={id}>
                  <dt>{commands[id].label}</dt>
                  <dd>
                    {commands[id].keys.map((keys, index) => (
                      <Fragment key={keys}>
                        {index > 0 && ' or '}
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
