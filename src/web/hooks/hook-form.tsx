import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { hookLimits } from '../../contract/hooks.ts'
import type { Hook } from '../../contract/schemas/hooks.ts'
import { Dialog } from '../ui/dialog.tsx'

type Values = Pick<Hook, 'name' | 'authors'>

interface Props {
  title: string
  /** The label of the button that submits the form. */
  action: string
  initial?: Values
  /** A field between the others. */
  children?: ReactNode
  isPending: boolean
  onSubmit: (values: Values) => void
  onClose: () => void
}

/** The fields of a webhook in a dialog. */
export function HookForm({ title, action, initial, children, isPending, onSubmit, onClose }: Props) {
  const [name, setName] = useState(initial?.name ?? '')
  const [text, setText] = useState(initial?.authors.join(', ') ?? '')
  const [isChecked, setChecked] = useState(false)
  const authors = text.split(/[\s,]+/).filter((one) => one !== '')
  const nameProblem = name.trim() ? undefined : 'Please enter a name.'
  const authorsProblem =
    authors.length > hookLimits.authors ? `Please enter at most ${hookLimits.authors} names.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!nameProblem && !authorsProblem) onSubmit({ name: name.trim(), authors })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="For yourself, such as the name of the repository"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={hookLimits.name}
          error={isChecked && nameProblem}
          autoComplete="off"
          data-autofocus
        />
        {children}
        <TextInput
          mt="md"
          label="Only commits by (optional)"
          description="Your emails and user name at the forge, separated by commas. If you leave this empty, everyone’s commits count: a colleague’s “fixes #12” completes your task 12."
          placeholder="ana@example.com, ana"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isChecked && authorsProblem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
