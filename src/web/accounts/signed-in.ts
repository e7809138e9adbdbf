import { useOutletContext } from 'react-router'
import type { SessionState } from './kept-session.ts'

/** The user and preferences that every protected screen receives. */
export const useSignedIn = () => useOutletContext<SessionState>()
