import type { Scope } from '../../contract/endpoint.ts'
import classes from './scope-choice.module.css'
import { scopeWords } from './scope-words.ts'

interface Props<S extends Scope> {
  scopes: readonly S[]
  chosen: S
  onChoice: (scope: S) => void
}

/** Chooses what a program may do. */
export function ScopeChoice<S extends Scope>({ scopes, chosen, onChoice }: Props<S>) {
  return (
    <fieldset className={classes.scopes}>
      <legend>Access</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="radio" name="scope" checked={chosen === scope} onChange={() => onChoice(scope)} />
          <span>
            {scopeWords[scope].name}
            <small>It may {scopeWords[scope].may}.</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
