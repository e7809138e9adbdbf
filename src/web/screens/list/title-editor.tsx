import { useState } from 'react'
import { taskLimits } from '../../../contract/tasks.ts'
import controls from '../../ui/controls.module.css'
import { focusNow } from '../../ui/dialog.tsx'
import keycap from '../../ui/keycap.module.css'
import { isComposing, useLayer } from '../../ui/layers.ts'
import classes from './list.module.css'

interface Props {
  title: string
  onSave: (title: string) => void
  onCancel: () => void
}

/** Edits a title in place. Enter and leaving the field save it, Escape does not. An empty title is not saved. */
export function TitleEditor({ title, onSave, onCancel }: Props) {
  const [text, setText] = useState(title)
  useLayer(onCancel)
  const isEmpty = text.trim() === ''
  const save = () => (isEmpty || text.trim() === title ? onCancel() : onSave(text.trim()))
  return (
    <span className={classes.editor}>
      <input
        ref={(input) => {
          focusNow(input)
        }}
        className={controls.bare}
        aria-label="Title"
        aria-invalid={isEmpty}
        dir="auto"
        maxLength={taskLimits.title}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          if (!isEmpty) save()
        }}
      />
      <span className={classes.hint}>
        {isEmpty ? (
          'A task needs a title.'
        ) : (
          <span className="about-keys">
            <kbd className={keycap.keycap}>↵</kbd> save <kbd className={keycap.keycap}>Esc</kbd> cancel
          </span>
        )}
      </span>
    </span>
  )
}
