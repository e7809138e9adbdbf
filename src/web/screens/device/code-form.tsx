import { userCodeOf } from '../../../contract/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import classes from './device.module.css'
import { shownCode } from './shown-code.ts'

interface Props {
  /** The code that was tried. */
  code: string
  /** Why it was refused. */
  problem: string | undefined
  onCode: (code: string) => void
}

const check = (code: string) =>
  userCodeOf(code).length === 8 ? null : 'The code has eight letters, such as WDJB-MJHT.'

/** Asks for the code that the device shows. */
export function CodeForm({ code, problem, onCode }: Props) {
  const form = useForm({
    initialValues: { code: shownCode(code) },
    initialErrors: problem ? { code: problem } : {},
    validate: { code: check },
  })
  return (
    <form
      noValidate
      className={classes.narrow}
      onSubmit={form.onSubmit(({ code: typed }) => onCode(shownCode(userCodeOf(typed))))}
    >
      <div className="stack">
        <p className="muted">A program such as the command line shows a code when you sign in there. Enter it here.</p>
        <TextField
          label="Code"
          placeholder="WDJB-MJHT"
          className="mono"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...form.field('code')}
        />
        <Button className="at-start" type="submit">
          Continue
        </Button>
      </div>
    </form>
  )
}
