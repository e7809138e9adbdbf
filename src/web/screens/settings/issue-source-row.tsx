import { forgeNames } from '../../../contract/forges.ts'
import type { IssueSource } from '../../../contract/schemas/issue-sources.ts'
import { isPageAddress } from '../../../contract/source-page.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { sourceInWords } from '../../issue-sources/source-words.ts'
import classes from '../../issue-sources/sources.module.css'
import { Button } from '../../ui/button.tsx'
import settingsClasses from './settings.module.css'

type Act = (source: IssueSource) => void
export type SourceActions = Record<'sync' | 'pause' | 'resume' | 'edit' | 'disconnect', Act>

interface Props {
  source: IssueSource
  actions: SourceActions
}

const timeOf = (iso: string) => new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' })

/** A repository whose issues are tasks: its state, its problems in words, and what can be done with it. */
export function IssueSourceRow({ source, actions }: Props) {
  const { repository, address, forge, writes, pausedAt, pausedWhy, problem, failingSince, waitsUntil, remark } = source
  const { leftCount, unsentProblem, unsentCount, isSyncing } = source
  const action = (label: string, act: Act, spoken: string, rest: { tone?: 'critical'; isBusy?: boolean } = {}) => (
    <Button
      className={classes.action}
      variant="subtle"
      size="small"
      onClick={() => act(source)}
      aria-label={spoken}
      {...rest}
    >
      {label}
    </Button>
  )
  const isPaused = pausedAt !== null
  return (
    <li className={settingsClasses.entry}>
      <div className={classes.source}>
        <p className="medium">
          {isPageAddress(address) ? (
            <a href={address} target="_blank" rel="noreferrer">
              {repository}
            </a>
          ) : (
            repository
          )}
        </p>
        <p className="small muted">
          {sourceInWords(source)}
          {writes && ' · closes issues there'}
        </p>
        {isPaused && (
          <p className={pausedWhy ? 'failure' : classes.remark}>
            Paused {timeAgo(pausedAt)}. {pausedWhy}
          </p>
        )}
        {!isPaused && waitsUntil !== null && Date.parse(waitsUntil) > Date.now() && (
          <p className={classes.remark}>
            {forgeNames[forge]} allows no more calls for now. The issues are read at {timeOf(waitsUntil)}.
          </p>
        )}
        {!isPaused && problem !== null && (
          <p className="failure">
            {problem}{' '}
            {failingSince !== null && `First failure ${timeAgo(failingSince)}. Taskdeck tries again by itself.`}
          </p>
        )}
        {unsentProblem !== null && (
          <p className="failure">
            {unsentProblem} {unsentCount > 1 && `${unsentCount - 1} more wait.`}
          </p>
        )}
        {remark !== null && <p className={classes.remark}>{remark}</p>}
        {leftCount > 0 && (
          <p className={classes.remark}>
            {leftCount === 1 ? '1 issue is' : `${leftCount} issues are`} followed no more. Notes on the tasks say why.
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {isPaused
          ? action('Resume', actions.resume, `Resume ${repository}`)
          : action('Sync now', actions.sync, `Sync now: ${repository}`, { isBusy: isSyncing })}
        {!isPaused && action('Pause', actions.pause, `Pause ${repository}`)}
        {action('Edit', actions.edit, `Edit ${repository}`)}
        {action('Disconnect', actions.disconnect, `Disconnect ${repository}`, { tone: 'critical' })}
      </div>
    </li>
  )
}
