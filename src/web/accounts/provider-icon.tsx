import type { ProviderId } from '../../contract/providers.ts'
import { GoogleIcon } from '../ui/google-icon.tsx'
import { UserIcon } from '../ui/icons.tsx'

/** Providers of the operator have no picture of their own here. */
export const ProviderIcon = ({ id }: { id: ProviderId }) => (id === 'google' ? <GoogleIcon /> : <UserIcon size={18} />)
