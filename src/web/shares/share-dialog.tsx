import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shareCalls } from '../../contract/calls/shares.ts'
import { call } from '../../contract/client.ts'
import { plainName } from '../../contract/plain-names.ts'
import { shareLimits, usualParts } from '../../contract/shares.ts'
import { reportFailure } from '../ui/failed.ts'
import { sharesQuery } from './queries.ts'
import { ShareAddress } from './share-address.tsx'
import { ShareForm, type ShareValues } from './share-form.tsx'
import type { ShareTarget } from './sharing.ts'

/** A stranger finds nothing at a link that was forgotten for so long. */
const usualDays = 30

/** Shares a saved view or a task, and shows the link, once. */
export function ShareDialog({ target, onClose }: { target: ShareTarget; onClose: () => void }) {
  const { kind, id, title } = target
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: ({ question, ...values }: ShareValues) =>
      call(shareCalls.create, { body: { [kind]: id, ...values, ...(question ? { question } : {}) } }),
    onError: (error) => reportFailure('Error sharing', error, 'The link was not made. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: sharesQuery.queryKey }),
  })
  if (create.data) return <ShareAddress name={create.data.share.name} path={create.data.path} onClose={onClose} />
  return (
    <ShareForm
      title={`Share “${title}”`}
      kind={kind}
      initial={{ name: plainName(title, shareLimits.name), parts: usualParts(kind), days: usualDays, question: null }}
      action="Make link"
      isPending={create.isPending}
      onSubmit={create.mutate}
      onClose={onClose}
    />
  )
}
