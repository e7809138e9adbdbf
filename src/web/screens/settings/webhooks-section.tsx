import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../contract/client.ts'
import { forgeNames } from '../../../contract/forges.ts'
import { hookCalls } from '../../../contract/hooks.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Hook } from '../../../contract/schemas/hooks.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { Deliveries, outcomeNames } from '../../hooks/deliveries.tsx'
import { EditHook } from '../../hooks/edit-hook.tsx'
import hookClasses from '../../hooks/hooks.module.css'
import { NewHook } from '../../hooks/new-hook.tsx'
import { hooksQuery } from '../../hooks/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './settings.module.css'

/** The webhooks of forges: create, edit, log of deliveries, revoke. */
export function WebhooksSection({ dateStyle }: Pick<Preferences, 'dateStyle'>) {
  const client = useQueryClient()
  const { data: hooks, error, refetch } = useQuery(hooksQuery)
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<Hook>()
  const [edited, setEdited] = useState<Hook>()
  const revoke = useMutation({
    mutationFn: (id: string) => call(hookCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  const askToRevoke = async ({ id, name }: Hook) => {
    const detail = `${name} can no longer report anything. What it has done stays.`
    if (await confirm({ question: 'Revoke this webhook?', detail, action: 'Revoke' })) revoke.mutate(id)
  }
  return (
    <Section
      title="Webhooks"
      text="Let GitHub, GitLab, Gitea or Forgejo report pushes and change requests: “closes #12” completes task 12, and a branch such as 12-fix-login starts it."
    >
      {error && !hooks && (
        <Group>
          <Text c="dimmed">{messageOf(error, 'The webhooks could not be loaded.')}</Text>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </Group>
      )}
      {!hooks && !error && <Skeleton height={56} />}
      {hooks?.length === 0 && <Text c="dimmed">You have no webhooks yet.</Text>}
      {hooks && hooks.length > 0 && (
        <Rows label="Webhooks">
          {hooks.map((hook) => (
            <HookRow
              key={hook.id}
              hook={hook}
              onShow={() => setShown(hook)}
              onEdit={() => setEdited(hook)}
              onRevoke={() => askToRevoke(hook)}
            />
          ))}
        </Rows>
      )}
      {hooks && (
        <Button variant="default" className={classes.start} onClick={() => setCreating(true)}>
          New webhook
        </Button>
      )}
      {isCreating && <NewHook onClose={() => setCreating(false)} />}
      {edited && <EditHook hook={edited} onClose={() => setEdited(undefined)} />}
      {shown && <Deliveries hook={shown} dateStyle={dateStyle} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

interface RowProps {
  hook: Hook
  onShow: () => void
  onEdit: () => void
  onRevoke: () => void
}

function HookRow({ hook, onShow, onEdit, onRevoke }: RowProps) {
  const { name, forge, authors, lastDelivery } = hook
  return (
    <li className={hookClasses.hook}>
      <div className={hookClasses.grow}>
        <Text fw={500} dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {forgeNames[forge]} ·{' '}
          {lastDelivery
            ? `${outcomeNames[lastDelivery.outcome].toLowerCase()} ${timeAgo(lastDelivery.at)}`
            : 'nothing delivered yet'}
          {authors.length > 0 && ` · only commits by ${authors.join(', ')}`}
        </Text>
      </div>
      <div className={hookClasses.actions}>
        <Button
          variant="subtle"
          size="xs"
          className={hookClasses.action}
          onClick={onShow}
          aria-label={`Deliveries to ${name}`}
        >
          Deliveries
        </Button>
        <Button
          variant="subtle"
          size="xs"
          className={hookClasses.action}
          onClick={onEdit}
          aria-label={`Edit the webhook ${name}`}
        >
          Edit
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          className={hookClasses.action}
          onClick={onRevoke}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}
