import { isAgentVia, tokenOfVia } from '../../contract/via.ts'
import { TerminalIcon, UserIcon } from '../ui/icons.tsx'
import classes from './notes.module.css'

/** A person, or a program with a token. */
export function MakerIcon({ via }: { via: string | null }) {
  const isProgram = isAgentVia(via) || tokenOfVia(via) !== undefined
  return <span className={classes.maker}>{isProgram ? <TerminalIcon size={14} /> : <UserIcon size={14} />}</span>
}
