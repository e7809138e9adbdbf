import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { ClaimBar } from '../../claims/claim-bar.tsx'
import { useCommandTargets } from '../../commands/command-targets.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { findTask, useDeck } from '../../deck/current-deck.ts'
import { Files } from '../../files/files.tsx'
import { filesQuery } from '../../files/queries.ts'
import { useUploads } from '../../files/use-uploads.ts'
import { TaskReferences } from '../../git/task-references.tsx'
import { useUndo } from '../../history/undo.ts'
import { SourceLink } from '../../issue-sources/source-link.tsx'
import { Parts } from '../../links/parts.tsx'
import { BlockedNote, TaskLinks } from '../../links/task-links.tsx'
import { paths, taskPath } from '../../navigation/paths.ts'
import { rememberScreen } from '../../navigation/remember-screen.ts'
import { useTrail } from '../../navigation/trail.ts'
import { TaskActivity } from '../../notes/task-activity.tsx'
import { Proof } from '../../proof/proof.tsx'
import { FieldFacts } from '../../task-editor/field-facts.tsx'
import { TaskFields } from '../../task-editor/task-fields.tsx'
import { TaskDescription, TaskNumber, TaskTitle } from '../../task-editor/task-text.tsx'
import { TextEditor } from '../../task-editor/text-editor.tsx'
import { useFields } from '../../task-editor/use-fields.ts'
import { useText } from '../../task-editor/use-text.ts'
import { useRecordOpened } from '../../tasks/recent-tasks.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useComplete } from '../../tasks/use-complete.ts'
import { useSkip } from '../../tasks/use-skip.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'
import { releaseUnsaved } from '../../ui/unsaved.ts'
import { useMediaQuery } from '../../ui/use-window.ts'
import { Wide } from '../../views/frame.tsx'
import { RemovedTask } from './removed-task.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskBar } from './task-bar.tsx'
import classes from './task-details.module.css'
import { TaskHeader } from './task-header.tsx'
import { TaskMenu } from './task-menu.tsx'
import { TaskSkeleton } from './task-skeleton.tsx'
import { useUnsavedGuard } from './unsaved-guard.ts'
import { type Place, usePlace } from './use-place.ts'
import { useRemove } from './use-remove.ts'

export function TaskDetails() {
  const { id = '' } = useParams()
  const view = useDeck()
  const task = findTask(id, view)
  // A task that this browser does not know yet, or no longer: the server decides.
  const { error, refetch } = useQuery({ ...filesQuery(id), enabled: view.isReady && !task })
  if (task) return <TaskPage task={task} />
  if (error instanceof CallError && error.code === 'not_found') return <NoSuchTask />
  if (error) return <LoadFailed what="this task" error={error} onRetry={refetch} />
  if (view.error && !view.isReady) return <TasksFailed />
  return <TaskSkeleton />
}

/** The header stays when the user goes to another task of the list, and with it the focus on its buttons. */
function TaskPage({ task }: { task: DeckTask }) {
  const place = usePlace(task)
  const [seen, setSeen] = useState<string>()
  if (!task.trashedAt && seen !== task._id) setSeen(task._id)
  useTitle(nameOf(task))
  useRecordOpened(useSignedIn().user._id, task._id)
  useCommandTargets(task.trashedAt ? [] : [task._id])
  // A task in the trash has a page only if it was deleted while it was shown.
  if (task.trashedAt && seen !== task._id) return <NoSuchTask />
  return (
    <Wide>
      <TaskHeader task={task} place={place} />
      {!task.trashedAt && <ClaimBar task={task} />}
      <Details key={task._id} task={task} place={place} />
    </Wide>
  )
}

function Details({ task, place }: { task: DeckTask; place: Place }) {
  const navigate = useNavigate()
  const undo = useUndo()
  const { preferences } = useSignedIn()
  const { dateStyle } = preferences
  const isRemoved = Boolean(task.trashedAt)
  // A task that the server has not numbered yet has no files.
  const { data: files } = useQuery({ ...filesQuery(task._id), enabled: task.version > 0 && !isRemoved })
  // With its last filter.
  const dashboard = useTrail().find(({ name }) => name === 'Dashboard')?.to ?? paths.dashboard
  const uploads = useUploads(task)
  const text = useText(task, dateStyle)
  const fields = useFields(task, dateStyle)
  const { remove, isRemoving } = useRemove(task)
  const [isUpdating, setUpdating] = useState(false)
  useUnsavedGuard(text.isStuck || (!isRemoved && (fields.isDirty || uploads.chosen.length > 0)), text.discard)

  const leaveTo = (address: string, isReplaced = false) => {
    releaseUnsaved()
    void navigate(address, { replace: isReplaced })
  }
  const update = async () => {
    setUpdating(true)
    const isStillHere = rememberScreen()
    try {
      if (!(await fields.finishAll()) || !(await uploads.start())) return
      const saved = text.editing ? await text.save() : { change: null }
      if (!saved) return
      undo.offer('Task updated successfully!', saved.change ?? fields.lastChange())
      if (isStillHere()) leaveTo(dashboard)
    } finally {
      setUpdating(false)
    }
  }
  useComplete({ targets: () => (isRemoved ? [] : [task]) })
  useSkip({ targets: () => (isRemoved ? [] : [task]) }, dateStyle)
  useCommands({
    saveTask: () => void update(),
    ...(isRemoved
      ? {}
      : {
          editTask: () => text.edit({ field: 'title' }),
          deleteTasks: () =>
            remove(`Deleted ${nameOf(task)}`, () =>
              place.next ? leaveTo(taskPath(place.next), true) : leaveTo(place.to),
            ),
        }),
  })
  const canEdit = !isRemoved && !isRemoving
  const isNarrow = useMediaQuery('(max-width: 991.98px)')

  return (
    <div className={classes.layout}>
      <div className={classes.head}>
        {text.editing ? (
          <>
            <TaskNumber task={task} />
            <h1 className="visually-hidden">{task.title}</h1>
            <TextEditor task={task} text={text} />
          </>
        ) : (
          <TaskTitle task={task} onEdit={canEdit ? text.edit : undefined} />
        )}
        <SourceLink task={task} />
        <BlockedNote task={task} />
      </div>
      <aside className={classes.side} aria-label="Fields">
        {isRemoved && !isRemoving ? (
          <RemovedTask task={task} />
        ) : (
          <>
            {isNarrow ? (
              <FieldFacts fields={fields} dateStyle={dateStyle} />
            ) : (
              <TaskFields fields={fields} preferences={preferences} />
            )}
            <TaskMenu task={task} fields={fields} preferences={preferences} />
            <TaskActions
              isSaving={isUpdating || Boolean(uploads.current)}
              isRemoving={isRemoving}
              onSave={update}
              onRemove={() => remove('Task deleted successfully!', () => leaveTo(dashboard))}
            />
          </>
        )}
      </aside>
      {!text.editing && (
        <div className={classes.text}>
          <TaskDescription task={task} onEdit={canEdit ? text.edit : undefined} />
        </div>
      )}
      <div className={classes.rest}>
        <Proof
          task={task}
          files={files}
          uploads={uploads}
          dateStyle={dateStyle}
          isNarrow={isNarrow}
          hasFiles={!isNarrow}
        />
        <Parts task={task} dateStyle={dateStyle} />
        <TaskLinks task={task} dateStyle={dateStyle} />
        <TaskReferences task={task} dateStyle={dateStyle} />
        {isNarrow && <Files task={task} files={files} uploads={uploads} dateStyle={dateStyle} />}
        <TaskActivity task={task} dateStyle={dateStyle} isWithoutField={isNarrow} />
      </div>
      {isNarrow && !isRemoved && <TaskBar task={task} />}
    </div>
  )
}

function NoSuchTask() {
  return (
    <MessagePage
      title="Task not found"
      text="That task does not exist. It may have been deleted, or the link is mistyped."
    >
      <LinkButton to={paths.dashboard}>Back to the dashboard</LinkButton>
    </MessagePage>
  )
}
