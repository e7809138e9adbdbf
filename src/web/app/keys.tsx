import '@mantine/core/styles/Kbd.css'
import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { keycaps } from '../commands/commands.ts'
import classes from './palette.module.css'

export function Keys({ of: keys }: { of: string }) {
  return (
    <span className={classes.keys}>
      {keycaps(keys).map((chord, index) => (
        <Fragment key={chord.join()}>
          {index > 0 && ' then '}
          {chord.map((cap) => (
            <Kbd key={cap} size="xs">
              {cap}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
