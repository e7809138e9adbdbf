import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { userCodeOf } from '../../../contract/tokens.ts'
import { focusFirstError } from '../../ui/form-checks.ts'
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
    name: 'device',
    initialValues: { code: shownCode(code) },
    initialErrors: problem ? { code: problem } : {},
    validate: { code: check },
  })
  return (
    <form
      noValidate
      className={classes.narrow}
      onSubmit={form.onSubmit(
        ({ code: typed }) => onCode(shownCode(userCodeOf(typed))),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Stack gap="md">
        <Text c="dimmed">A program such as the command line shows a code when you sign in there. Enter it here.</Text>
        <TextInput
          label="Code"
          placeholder="WDJB-MJHT"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" className={classes.start}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}
