import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isOutgoingName, type OutgoingEvent, outgoingLimits } from '../../contract/outgoing-webhooks.ts'
import { plainNameWords } from '../../contract/plain-names.ts'
import type { NewOutgoingWebhook } from '../../contract/schemas/outgoing-webhooks.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { useSavedViews } from '../saved-views/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { isTaskView, orderedViews } from '../views/saved-views.ts'
import { outgoingEventNames } from './event-names.ts'
import classes from './outgoing.module.css'

interface Props {
  title: string
  /** The label of the button that submits the form. */
  action: string
  initial?: NewOutgoingWebhook
  isPending: boolean
  onSubmit: (values: NewOutgoingWebhook) => void
  onClose: () => void
}

const nothing: NewOutgoingWebhook = { name: '', url: '', events: ['task.created', 'task.completed'] }
/** The value of the menu for a filter. The id of a view is longer. */
const byFilter = 'filter'

function problemsOf({ name, url, events, filter }: NewOutgoingWebhook, choice: string) {
  return {
    name: isOutgoingName(name)
      ? undefined
      : name.trim()
        ? `The name must ${plainNameWords(outgoingLimits.name)}.`
        : 'Please enter a name.',
    url: /^https?:\/\/\S+$/i.test(url.trim())
      ? undefined
      : 'Enter a complete address, such as https://example.com/hook.',
    events: events.length ? undefined : 'Choose at least one event.',
    filter: choice !== byFilter || filter?.trim() ? undefined : 'Enter at least one condition.',
  }
}

/** The fields of a webhook to another program in a dialog. */
export function OutgoingForm({ title, action, initial = nothing, isPending, onSubmit, onClose }: Props) {
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const views = useSavedViews()
  const mustProve = mustProveElsewhere(account)
  const [values, setValues] = useState(initial)
  const [choice, setChoice] = useState(initial.view ?? (initial.filter ? byFilter : ''))
  const [isChecked, setChecked] = useState(false)
  const problems = problemsOf(values, choice)
  const set = (change: Partial<NewOutgoingWebhook>) => setValues((before) => ({ ...before, ...change }))
  const toggle = (event: OutgoingEvent) => {
    const others = values.events.filter((one) => one !== event)
    set({ events: others.length < values.events.length ? others : [...others, event] })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.values(problems).some(Boolean)) return
    const view = choice && choice !== byFilter ? choice : null
    const filter = choice === byFilter ? (values.filter?.trim() ?? null) : null
    const { name, url, events } = values
    const body = { name: name.trim(), url: url.trim(), events, view, filter }
    void ifProved(() => onSubmit(body), 'A webhook sends your tasks until you delete it.')
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="For yourself, such as the program that receives it"
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={outgoingLimits.name}
          error={isChecked && problems.name}
          autoComplete="off"
          data-autofocus
        />
        <div className="above-16">
          <TextField
            label="Address"
            hint="Of the program that receives the messages"
            placeholder="https://example.com/hook"
            type="url"
            value={values.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
            maxLength={outgoingLimits.address}
            error={isChecked && problems.url}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <fieldset className={classes.events}>
          <legend>Send a message when</legend>
          {(Object.keys(outgoingEventNames) as OutgoingEvent[]).map((event) => (
            <label key={event} className="row">
              <input type="checkbox" checked={values.events.includes(event)} onChange={() => toggle(event)} />
              {outgoingEventNames[event]}
            </label>
          ))}
        </fieldset>
        {isChecked && problems.events && <p className="failure">{problems.events}</p>}
        <div className="above-16">
          <SelectField
            label="Tasks"
            value={choice}
            onChange={(event) => setChoice(event.currentTarget.value)}
            options={{ '': 'All tasks', [byFilter]: 'Tasks that meet conditions' }}
          >
            {orderedViews(views)
              .filter(({ address }) => isTaskView(address))
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
          </SelectField>
        </div>
        {choice === byFilter && (
          <div className="above-16">
            <TextField
              label="Conditions"
              hint="As in the search field"
              placeholder="label:ops priority:high"
              value={values.filter ?? ''}
              onChange={(event) => set({ filter: event.currentTarget.value })}
              maxLength={outgoingLimits.filter}
              error={isChecked && problems.filter}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        )}
        {mustProve && (
          <div className="stack above-16">
            <ProveElsewhere purpose="prove" then="save this webhook" />
          </div>
        )}
        <div className="row above-24 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isPending} disabled={mustProve}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
