import { titleWidthIn } from '../../tasks/title-width.ts'
import controls from '../../ui/controls.module.css'
import { Marked } from '../../ui/marked.tsx'
import { textWidth } from '../../ui/text-width.ts'
import classes from './entry.module.css'
import { brokenTitle } from './fit.ts'

export const font = '12px "Geist Variable"'
/** About the width of a title in a day. */
export const entryWidth = titleWidthIn(font)
const widthOf = (text: string) => textWidth(text, font)

interface Props {
  title: string
  words: string[]
  lines: 1 | 2
  /** The room of a line; undefined beside the days, where titles have room. */
  titlePx: number | undefined
}

/** The title of an entry. It is cut where its last line ends, never at the end of a word before. */
export function EntryTitle({ title, words, lines, titlePx }: Props) {
  const [begin, rest] = lines === 2 && titlePx ? brokenTitle(title, widthOf, titlePx) : [title, '']
  return (
    <span className={`${controls.twoLines} ${classes.title}`} dir="auto" data-lines={lines}>
      <Marked text={begin} words={words} />
      {rest && (
        <span className={classes.cut}>
          <Marked text={rest} words={words} />
        </span>
      )}
    </span>
  )
}
