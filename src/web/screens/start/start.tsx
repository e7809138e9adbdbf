import { Navigate } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { startOf } from '../../accounts/start.ts'

/** Leads to the screen that the user has chosen to start with. */
export function Start() {
  const { preferences } = useSignedIn()
  return <Navigate to={startOf(preferences)} replace />
}
