import { Fragment } from 'react'
import { doneWhenLimits } from '../../contract/done-when.ts'
import { metCriteria } from '../../contract/receipts.ts'
import type { DeckTask } from '../deck/change.ts'
import links from '../links/links.module.css'
import { useReceipts } from '../receipts/use-receipts.ts'
import { indexOfGap } from '../ui/drag/gap.ts'
import { Rows } from '../ui/rows.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import { AddCriterion } from './add-criterion.tsx'
import { CriterionRow } from './criterion-row.tsx'
import classes from './proof.module.css'
import { useCriteria } from './use-criteria.ts'
import { useCriteriaOrder } from './use-criteria-order.ts'

/** The criteria of a task, edited in place, and a line to add one. */
export function DoneWhen({ task, isNarrow }: { task: DeckTask; isNarrow: boolean }) {
  const criteria = task.doneWhen ?? []
  const actions = useCriteria(task)
  const drag = useCriteriaOrder(task._id, criteria, actions)
  const { met, all } = metCriteria(task)
  const { receipts = [] } = useReceipts(task)
  const isPhone = useMediaQuery('(max-width: 991.98px)')
  const isFixed = Boolean(task.trashedAt)
  const others = criteria.map(({ id }) => id).filter((id) => id !== drag.id)
  const index = drag.id !== undefined && drag.place ? indexOfGap(drag.place, others) : undefined
  const mark = <li className={classes.drop} aria-hidden="true" data-drop-mark />
  return (
    <div {...drag.box} data-criteria-of={task._id} data-narrow={isNarrow || undefined}>
      <div className={links.heading}>
        <Subheading>{isPhone && all > 0 ? 'Proof' : 'Done when'}</Subheading>
        {all > 0 && (
          <span
            className={`${classes.chip} ${classes.proved}`}
            data-tone={met === all ? 'done' : met > 0 ? 'progress' : undefined}
          >
            {met} of {all}
            {isPhone ? '' : ' proved'}
          </span>
        )}
      </div>
      <Rows label="Done when">
        {criteria.map((criterion) => (
          <Fragment key={criterion.id}>
            {index !== undefined && others[index] === criterion.id && mark}
            <CriterionRow
              criterion={criterion}
              proof={task.proof}
              receipts={isNarrow ? receipts : undefined}
              actions={actions}
              handle={isFixed ? undefined : drag.handle}
              isDragging={drag.id === criterion.id}
            />
          </Fragment>
        ))}
        {index !== undefined && index >= others.length && mark}
        {!isFixed && all < doneWhenLimits.criteria && <AddCriterion isFirst={all === 0} onAdd={actions.add} />}
      </Rows>
      {all >= doneWhenLimits.criteria && (
        <p className="small muted above-6">A task has at most {doneWhenLimits.criteria} criteria.</p>
      )}
      {drag.layer}
    </div>
  )
}
