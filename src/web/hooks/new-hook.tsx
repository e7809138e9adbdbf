import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../contract/client.ts'
import { type Forge, forgeNames, forges } from '../../contract/forges.ts'
import { hookCalls, hookLimits } from '../../contract/hooks.ts'
import { alertDone, alertFailed } from '../ui/alerts.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { messageOf, reportFailure } from '../ui/failed.ts'
import classes from './hooks.module.css'
import { hooksQuery } from './queries.ts'

/** The steps at each forge, in the words of its own pages. */
const steps: Record<Forge, string[]> = {
  github: [
    'On GitHub, open the repository’s Settings, Webhooks, and “Add webhook”.',
    'Enter the address as Payload URL, choose application/json, and enter the secret.',
    'Choose “Let me select individual events”: Pushes and Pull requests.',
  ],
  gitlab: [
    'On GitLab, open the project’s Settings, Webhooks, and “Add new webhook”.',
    'Enter the address as URL, and the secret as Signing token (or as Secret token, if there is no such field).',
    'Choose Push events and Merge request events.',
  ],
  gitea: [
    'Open the repository’s Settings, Webhooks, and add a webhook of the type Gitea or Forgejo.',
    'Enter the address as Target URL, choose POST and application/json, and enter the secret.',
    'Choose the events Push and Pull Request.',
  ],
}

/** Creates a webhook, and shows its address and its secret, once. */
export function NewHook({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [forge, setForge] = useState<Forge>('github')
  const [authors, setAuthors] = useState('')
  const [isChecked, setChecked] = useState(false)
  const listed = authors.split(/[\s,]+/).filter((one) => one !== '')
  const create = useMutation({
    mutationFn: () => call(hookCalls.create, { body: { name: name.trim(), forge, authors: listed } }),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  const problem = name.trim() ? undefined : 'Please enter a name.'
  const authorsProblem =
    listed.length > hookLimits.authors ? `Please enter at most ${hookLimits.authors} names.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!problem && !authorsProblem) create.mutate()
  }
  if (create.data) return <Created {...create.data} onClose={onClose} />
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="For yourself, such as the name of the repository"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={hookLimits.name}
          error={isChecked && problem}
          autoComplete="off"
          data-autofocus
        />
        <NativeSelect
          mt="md"
          label="Forge"
          value={forge}
          onChange={(event) => setForge(event.currentTarget.value as Forge)}
          data={forges.map((one) => ({ value: one, label: forgeNames[one] }))}
        />
        <TextInput
          mt="md"
          label="Only commits by (optional)"
          description="Your emails and user name at the forge, separated by commas. If you leave this empty, everyone’s commits count: a colleague’s “fixes #12” completes your task 12."
          placeholder="ana@example.com, ana"
          value={authors}
          onChange={(event) => setAuthors(event.currentTarget.value)}
          error={isChecked && authorsProblem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {create.error && (
          <Text size="sm" c="red" mt="md" role="alert">
            {messageOf(create.error, 'The webhook was not created. Please try again.')}
          </Text>
        )}
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create webhook
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

interface CreatedProps {
  hook: { name: string; forge: Forge }
  secret: string
  path: string
  onClose: () => void
}

function Created({ hook, secret, path, onClose }: CreatedProps) {
  return (
    <Dialog title={`Webhook ${hook.name}`} size="lg" onClose={onClose}>
      <Text size="sm" mb="md">
        Copy the secret now: it is not shown again. The forge must be able to reach the address.
      </Text>
      <Value label="Address" value={new URL(path, location.origin).href} />
      <Value label="Secret" value={secret} />
      <ol className={classes.steps}>
        {steps[hook.forge].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Group mt="lg" justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  )
}

/** A value to copy. */
function Value({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    if (await copyText(value)) alertDone(`${label} copied.`)
    else alertFailed('The browser does not allow copying. Select the text and copy it.')
  }
  return (
    <div className={classes.value}>
      <TextInput
        label={label}
        value={value}
        readOnly
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={copy} aria-label={`Copy the ${label.toLowerCase()}`}>
        Copy
      </Button>
    </div>
  )
}
