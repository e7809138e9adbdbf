import type { ReactNode } from 'react'
import classes from './asked-access.module.css'

interface Props {
  /** The program or device, as it names itself. */
  name: string
  facts: (readonly [string, string])[]
  /** The decision. */
  children: ReactNode
}

/** A program or device that asks for access, with everything by which the user decides. */
export function AskedAccess({ name, facts, children }: Props) {
  return (
    <div className={`stack ${classes.card}`}>
      <h2 className={`h4 ${classes.name}`}>
        <bdi>{name}</bdi> wants to use your account
      </h2>
      <dl className={classes.facts}>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
