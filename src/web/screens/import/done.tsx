import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { historyCalls } from '../../../contract/calls/history.ts'
import { call } from '../../../contract/client.ts'
import { keyHeader } from '../../../contract/idempotency-key.ts'
import { ownerHeader } from '../../../contract/owner-header.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { startAgain } from '../../imports/choose-import.ts'
import type { ImportState } from '../../imports/import-state.ts'
import { noteUndone } from '../../imports/run-import.ts'
import { paths } from '../../navigation/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { CheckIcon, UndoIcon } from '../../ui/icons.tsx'
import { WarningIcon } from '../../ui/more-icons.tsx'
import chosen from './choose-file.module.css'
import classes from './import.module.css'
import { placeInWords } from './problem-lines.tsx'
import recognised from './recognised.module.css'

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`

/** The third step: the result, with undo and a link to the tasks. */
export function Done({ outcome, isUndone, file }: Extract<ImportState, { step: 'done' }>) {
  const { user } = useSignedIn()
  const { created, updated, unchanged, change, problemCount, said } = outcome
  const label = file.settings?.label ?? ''
  const words = [
    ...(created || !updated ? [`${counted(created)} imported`] : []),
    ...(updated ? [created ? `${updated.toLocaleString('en')} updated` : `${counted(updated)} updated`] : []),
  ].join(', ')
  const undo = useMutation({
    mutationFn: () =>
      call(
        historyCalls.undo,
        { body: change === null ? {} : { change } },
        // Many tasks take a while, and a repetition must not undo twice.
        { headers: { [ownerHeader]: user._id, [keyHeader]: `undo-${file.id}` }, maxSilenceMs: 120_000 },
      ),
    onSuccess: noteUndone,
  })
  return (
    <>
      <section className={`row boxed ${recognised.card}`} aria-label="Result">
        <span className={`icon-tile ${recognised.mark}`} data-tone="done">
          <CheckIcon size={16} />
        </span>
        <div className={recognised.what} role="status">
          <p className="medium">
            {isUndone
              ? 'The import was taken back. New tasks are in the trash.'
              : `${words}${outcome.with && `, with ${outcome.with}`}.`}
          </p>
          <p className="muted small">
            {unchanged > 0 && `${unchanged.toLocaleString('en')} are as they were. `}
            {problemCount > 0 && `${problemCount.toLocaleString('en')} were left out.`}
          </p>
        </div>
        {change !== null && !isUndone && (
          <Button
            variant="default"
            start={<UndoIcon size={16} />}
            isBusy={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {undo.isPending ? 'Undoing …' : 'Undo'}
          </Button>
        )}
      </section>
      {undo.error && (
        <div className={`${chosen.problem} above-16`} role="alert">
          <WarningIcon size={16} />
          <p>{messageOf(undo.error, 'Nothing was undone. Please try again.')}</p>
        </div>
      )}
      <div className={`row ${classes.next}`}>
        {!isUndone && (
          <LinkButton to={label ? `${paths.list}?label=${encodeURIComponent(label)}` : `${paths.list}?sort=created`}>
            {label ? `Show #${label}` : 'Show the newest tasks'}
          </LinkButton>
        )}
        <Button variant="default" onClick={() => startAgain()}>
          Import another file
        </Button>
        <Link to={paths.activity} className="link">
          Activity
        </Link>
      </div>
      {said.length > 0 && (
        <section aria-label="Remarks">
          <h2 className="h4 above-24 below-8">Remarks</h2>
          <ul className={classes.said}>
            {said.map((remark) => (
              <li key={`${remark.line} ${remark.message}`}>
                <span className="medium">{placeInWords(remark)}:</span> {remark.message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
