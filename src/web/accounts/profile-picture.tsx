import { Avatar } from '@mantine/core'
import type { User } from '../../contract/schemas/accounts.ts'
import { UserIcon } from '../ui/icons.tsx'

/** The user's picture, or a generic icon. Labelled Profile. */
export function ProfilePicture({ user, size = 32 }: { user: User; size?: number }) {
  if (user.image)
    return <Avatar src={user.image} alt="Profile" size={size} imageProps={{ referrerPolicy: 'no-referrer' }} />
  return (
    <Avatar size={size} color="violet" role="img" aria-label="Profile">
      <UserIcon size={24} />
    </Avatar>
  )
}
