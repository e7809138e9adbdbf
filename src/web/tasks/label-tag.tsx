import type { CSSProperties } from 'react'
import type { LabelColour } from '../../contract/labels.ts'
import { useLabelColours } from './label-colours.tsx'
import classes from './label-tag.module.css'

interface Props {
  label: string
  /** Makes it a button. */
  onClick?: () => void
  title?: string
}

/** A label in its colour: `#auth`. */
export function LabelTag({ label, ...rest }: Props) {
  const Tag = rest.onClick ? 'button' : 'span'
  return (
    <Tag className={classes.tag} style={colourStyle(useLabelColours()[label])} {...rest}>
      #<bdi>{label}</bdi>
    </Tag>
  )
}

/** The variables for the text and the background of something in the colour of a label. */
export const colourStyle = (colour: LabelColour | null | undefined) =>
  (colour
    ? { '--label': `var(--deck-label-${colour})`, '--label-soft': `var(--deck-label-${colour}-soft)` }
    : {}) as CSSProperties
