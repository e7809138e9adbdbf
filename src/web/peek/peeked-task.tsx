import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignedIn } from '../accounts/signed-in.ts'
import { shortcutOf } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import type { DeckTask } from '../deck/change.ts'
import { filesQuery } from '../files/queries.ts'
import { useUploads } from '../files/use-uploads.ts'
import { SourceLink } from '../issue-sources/source-link.tsx'
import { Parts } from '../links/parts.tsx'
import { BlockedNote, TaskLinks } from '../links/task-links.tsx'
import { NoteLine } from '../notes/note-composer.tsx'
import { TaskActivity } from '../notes/task-activity.tsx'
import { Proof } from '../proof/proof.tsx'
import { TaskFields } from '../task-editor/task-fields.tsx'
import { TaskDescription, TaskTitle } from '../task-editor/task-text.tsx'
import { TextEditor } from '../task-editor/text-editor.tsx'
import { useFields } from '../task-editor/use-fields.ts'
import { useText } from '../task-editor/use-text.ts'
import { TaskFacts } from '../tasks/task-facts.tsx'
import { useCompleteTasks } from '../tasks/use-complete.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { useUnsaved } from '../ui/unsaved.ts'
import classes from './peek.module.css'

/** Files and activity are requested when the user stays at a task for this time. */
const restMs = 200

/** A task as on its page, in the width of the panel. It is shown from the deck, so that moving on shows the next one at once. */
export function PeekedTask({ task }: { task: DeckTask }) {
  const { preferences } = useSignedIn()
  const { dateStyle } = preferences
  const text = useText(task, dateStyle)
  const fields = useFields(task, dateStyle)
  const complete = useCompleteTasks()
  const submitText = () =>
    document.querySelector<HTMLFormElement>('[data-peek] form[aria-label="Edit task"]')?.requestSubmit()
  useCommands(text.editing ? { saveTask: submitText } : {})
  useUnsaved(text.isStuck || fields.isDirty)
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={classes.body}>
        {text.editing ? <TextEditor task={task} text={text} /> : <TaskTitle task={task} level={2} onEdit={text.edit} />}
        <p className={classes.facts}>
          <TaskFacts task={task} dateStyle={dateStyle} hasSource={false} />
        </p>
        <SourceLink task={task} />
        <BlockedNote task={task} />
        <div className={classes.fields}>
          <TaskFields fields={fields} preferences={preferences} hasKeys={false} />
        </div>
        {!text.editing && <TaskDescription task={task} onEdit={text.edit} />}
        {isSettled && <Rest task={task} />}
      </div>
      <div className={classes.foot}>
        <NoteLine task={task} />
        <Button
          variant="default"
          start={<CheckIcon size={16} />}
          end={
            <span className={`mono ${keycap.keycap}`} aria-hidden="true">
              {shortcutOf('complete')}
            </span>
          }
          // Not the command: the task may have left the list.
          onClick={() => complete(task)}
        >
          {task.status === 'Completed' ? 'Reopen' : 'Complete'}
        </Button>
      </div>
    </>
  )
}

function Rest({ task }: { task: DeckTask }) {
  const { dateStyle } = useSignedIn().preferences
  const { data: files } = useQuery({ ...filesQuery(task._id), enabled: task.version > 0 })
  const uploads = useUploads(task)
  return (
    <div className={classes.rest}>
      <Proof task={task} files={files} uploads={uploads} dateStyle={dateStyle} isNarrow />
      <Parts task={task} dateStyle={dateStyle} />
      <TaskLinks task={task} dateStyle={dateStyle} />
      <TaskActivity task={task} dateStyle={dateStyle} isWithoutField />
    </div>
  )
}
