import { type LabelColour, labelColours } from '../../contract/labels.ts'
import classes from './colour-field.module.css'
import { colourStyle } from './label-tag.tsx'

interface Props {
  colour: LabelColour | null
  onChoose: (colour: LabelColour | null) => void
}

/** Chooses one of the colours of labels, or none. */
export function ColourField({ colour, onChoose }: Props) {
  return (
    <fieldset className={classes.colours}>
      <legend>Colour: {colour ?? 'none'}</legend>
      {[null, ...labelColours].map((one) => (
        <label key={one ?? 'none'} title={one ?? 'none'} style={colourStyle(one)}>
          <input
            type="radio"
            name="colour"
            aria-label={one ?? 'none'}
            checked={colour === one}
            onChange={() => onChoose(one)}
          />
        </label>
      ))}
    </fieldset>
  )
}
