import { Fragment } from 'react'
import { keycaps } from '../commands/commands.ts'
import keycap from '../ui/keycap.module.css'
import classes from './palette.module.css'

export function Keys({ of: keys }: { of: string }) {
  return (
    <span className={classes.keys}>
      {keycaps(keys).map((chord, index) => (
        <Fragment key={chord.join()}>
          {index > 0 && ' then '}
          {chord.map((cap) => (
            <kbd key={cap} className={keycap.keycap}>
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
