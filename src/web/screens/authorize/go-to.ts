import { isRedirectUri } from '../../../contract/oauth.ts'

/** Leaves the app for the address of a program. The server has checked it; this keeps a script out even if it had not. */
export function goTo(address: string): void {
  const [checked = ''] = address.split('?')
  if (isRedirectUri(checked)) location.assign(address)
}
