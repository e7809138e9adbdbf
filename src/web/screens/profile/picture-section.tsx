import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { User } from '../../../contract/schemas/accounts.ts'
import { ProfilePicture } from '../../accounts/profile-picture.tsx'
import { useSetUser } from '../../accounts/session.ts'
import { alertDone, alertFailed } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { Section } from '../../ui/section.tsx'
import { resizedPicture } from './resize.ts'

export function PictureSection({ user }: { user: User }) {
  const setUser = useSetUser()
  const change = useMutation({
    mutationFn: (base64: string | null) =>
      base64 === null ? call(accountCalls.removePicture) : call(accountCalls.setPicture, { body: { base64 } }),
    meta: { failure: 'Profile error' },
    onSuccess: async ({ message, user: changed }) => {
      await setUser(changed)
      alertDone(message)
    },
    onError: (error) => reportFailure('Profile error', error),
  })
  const choose = ([file]: File[]) => {
    if (file) resizedPicture(file).then(change.mutate, (error: Error) => alertFailed(error.message, 'Profile error'))
  }
  return (
    <Section title="Picture" text="Cropped and resized in your browser before it is uploaded. Only you can see it.">
      <div className="row wide">
        <ProfilePicture user={user} size={64} />
        <FileButton
          onChoose={choose}
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          isBusy={change.isPending}
        >
          {user.image ? 'Change picture' : 'Upload a picture'}
        </FileButton>
        {user.image && (
          <Button variant="subtle" tone="critical" onClick={() => change.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </Section>
  )
}
