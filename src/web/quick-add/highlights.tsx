import { Fragment } from 'react'
import type { Piece } from '../../contract/quick-add/pieces.ts'
import classes from './quick-add.module.css'

/** The text of the field with its pieces marked, to be shown behind it. */
export function Highlights({ text, pieces }: { text: string; pieces: Piece[] }) {
  const ends = [0, ...pieces.map(({ end }) => end)]
  return (
    <>
      {ends.map((end, index) => {
        const next = pieces[index]
        return (
          <Fragment key={end}>
            {text.slice(end, next?.start)}
            {next && (
              <mark className={classes.mark} data-word={next.text}>
                {next.text}
              </mark>
            )}
          </Fragment>
        )
      })}
    </>
  )
}
