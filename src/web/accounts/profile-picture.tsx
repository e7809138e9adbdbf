import { useState } from 'react'
import type { User } from '../../contract/schemas/accounts.ts'
import { UserIcon } from '../ui/icons.tsx'
import classes from './profile-picture.module.css'

/** The user's picture, or a generic icon if there is none or it cannot be loaded. Labelled Profile. */
export function ProfilePicture({ user: { image }, size = 32 }: { user: User; size?: number }) {
  const [broken, setBroken] = useState<string>()
  const box = { className: classes.picture, style: { width: size, height: size } }
  if (image && image !== broken)
    return <img {...box} src={image} alt="Profile" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
  return (
    <span {...box} role="img" aria-label="Profile">
      <UserIcon size={24} />
    </span>
  )
}
