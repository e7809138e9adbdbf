import { alertDone, alertFailed } from './alerts.tsx'
import { Button } from './button.tsx'
import classes from './copied-value.module.css'
import { copyText } from './copy-text.ts'
import { TextField } from './text-field.tsx'

/** A value to copy. */
export function CopiedValue({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    if (await copyText(value)) alertDone(`${label} copied.`)
    else alertFailed('The browser does not allow copying. Select the text and copy it.')
  }
  return (
    <div className={classes.value}>
      <TextField
        label={label}
        value={value}
        readOnly
        className="mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={copy} aria-label={`Copy the ${label.toLowerCase()}`}>
        Copy
      </Button>
    </div>
  )
}
