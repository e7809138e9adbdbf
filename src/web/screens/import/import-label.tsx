import { useId, useState } from 'react'
import { labelOf } from '../../../contract/import-formats/label-of.ts'
import { changeSettings } from '../../imports/choose-import.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './reading-choices.module.css'

/** A label that all tasks get, by which they are found later. It is used when the field is left. */
export function ImportLabel({ id, label }: { id: string; label: string }) {
  const field = useId()
  const [text, setText] = useState(label)
  const use = () => {
    const found = labelOf(text) ?? ''
    setText(found)
    if (found !== label) void changeSettings(id, { label: found })
  }
  return (
    <div className={classes.label}>
      <label htmlFor={field}>Label for all of them</label>
      <TextField
        id={field}
        placeholder="None"
        value={text}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onBlur={use}
        onKeyDown={({ key }) => {
          if (key === 'Enter') use()
        }}
      />
    </div>
  )
}
