import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Forge, forgeNames } from '../../contract/forges.ts'
import {
  forgeOfHost,
  type IssueChoice,
  isForgeAccount,
  isForgeToken,
  isIssueLabel,
  issueSourceLimits,
  repositoryAt,
} from '../../contract/issue-sources.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { tokenHints, writesInWords } from './source-words.ts'
import classes from './sources.module.css'

export interface SourceValues {
  forge: Forge
  address: string
  token: string
  choice: IssueChoice
  label: string
  account: string
  writes: boolean
}

interface Props {
  title: string
  /** The label of the button that submits the form. */
  action: string
  initial: SourceValues
  /** A repository that is connected keeps its address, and its token unless another one is entered. */
  isKnown?: boolean
  isPending: boolean
  onSubmit: (values: SourceValues) => void
  onClose: () => void
}

const choices: Record<IssueChoice, string> = { assigned: 'Assigned to me', label: 'With a label' }

function problemsOf({ forge, address, token, choice, label, account }: SourceValues, isKnown: boolean) {
  const hasToken = isForgeToken(token) || (isKnown && !token.trim())
  return {
    address: repositoryAt(address, forge)
      ? undefined
      : 'Enter the address of a repository, such as https://github.com/acme/app.',
    token: hasToken ? undefined : token.trim() ? 'A token has no spaces and no line breaks.' : 'Please enter a token.',
    label: choice !== 'label' || isIssueLabel(label) ? undefined : 'Please enter a label.',
    account:
      choice === 'label' || !account.trim() || isForgeAccount(account) ? undefined : 'A user name has no spaces.',
  }
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** The fields of a repository whose issues become tasks, in a dialog. */
export function SourceForm({ title, action, initial, isKnown = false, isPending, onSubmit, onClose }: Props) {
  const ifProved = useIfProved()
  const { data: signedIn } = useQuery(accountQuery)
  const mustProve = mustProveElsewhere(signedIn)
  const [values, setValues] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  const { forge, address, token, choice, label, account, writes } = values
  const problems = problemsOf(values, isKnown)
  const set = (change: Partial<SourceValues>) => setValues((before) => ({ ...before, ...change }))
  const setAddress = (text: string) => {
    const host = /^(?:[a-z]+:\/\/)?([^/\s]+)\//i.exec(text.trim())?.[1] ?? ''
    set({ address: text, forge: forgeOfHost(host.toLowerCase()) ?? forge })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.values(problems).some(Boolean)) return
    void ifProved(() => onSubmit(values), 'Taskdeck uses this token until you disconnect the repository.')
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {!isKnown && (
          <>
            <TextField
              label="Repository"
              hint="The address of its page"
              placeholder="https://github.com/acme/app"
              type="url"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              maxLength={issueSourceLimits.address}
              error={isChecked && problems.address}
              {...plain}
              data-autofocus
            />
            <div className="above-16">
              <SelectField
                label="Forge"
                value={forge}
                onChange={(event) => set({ forge: event.currentTarget.value as Forge })}
                options={forgeNames}
              />
            </div>
          </>
        )}
        <div className={isKnown ? undefined : 'above-16'}>
          <SelectField
            label="Issues that become tasks"
            value={choice}
            onChange={(event) => set({ choice: event.currentTarget.value as IssueChoice })}
            options={choices}
          />
        </div>
        <div className="above-16">
          {choice === 'label' ? (
            <TextField
              label="Label"
              value={label}
              onChange={(event) => set({ label: event.currentTarget.value })}
              maxLength={issueSourceLimits.label}
              error={isChecked && problems.label}
              {...plain}
            />
          ) : (
            <TextField
              label="Your user name there (optional)"
              hint="Only for a token that may not read it"
              value={account}
              onChange={(event) => set({ account: event.currentTarget.value })}
              maxLength={issueSourceLimits.account}
              error={isChecked && problems.account}
              {...plain}
            />
          )}
        </div>
        <label className={`check-row ${classes.check}`}>
          <input
            type="checkbox"
            checked={writes}
            onChange={(event) => set({ writes: event.currentTarget.checked })}
            aria-describedby="writes-there"
          />
          Close and reopen issues there, too
        </label>
        <p id="writes-there" className={classes.detail}>
          {writesInWords(forge)}
        </p>
        <div className="above-16">
          <TextField
            label={isKnown ? 'New token (optional)' : 'Token'}
            hint={`${tokenHints[forge](writes)} ${isKnown ? 'Leave it empty to keep the present one.' : 'It is never shown again.'}`}
            type="password"
            value={token}
            onChange={(event) => set({ token: event.currentTarget.value })}
            maxLength={issueSourceLimits.token}
            error={isChecked && problems.token}
            {...plain}
          />
        </div>
        {mustProve && (
          <div className="stack above-16">
            <ProveElsewhere purpose="prove" then="save this repository" />
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
