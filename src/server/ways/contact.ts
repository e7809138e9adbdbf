import type { Config } from '../settings/config.ts'

/** Sent where nothing better is known. Apple refuses it. */
export const unknownContact = 'mailto:admin@localhost'

/** How push services reach the operator: the setting, or the public address of this installation. */
export function pushContactOf({ pushContact, publicUrl }: Pick<Config, 'pushContact' | 'publicUrl'>) {
  if (pushContact) return pushContact
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && hostname.includes('.') ? publicUrl : undefined
}
