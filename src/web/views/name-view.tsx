import { type FormEvent, useState } from 'react'
import { viewLimits } from '../../contract/views.ts'
import { Button } from '../ui/button.tsx'
import { focusNow } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import classes from './rail.module.css'

interface Props {
  anchor: Element | null
  label: string
  action: string
  name?: string
  /** Resolves to whether it was saved. If not, the name stays in the field. */
  onSave: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the name of a view. */
export default function NameView({ anchor, label, action, name: first = '', onSave, onClose }: Props) {
  const [name, setName] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setMissing(true)
    setSaving(true)
    const isSaved = await onSave(name.trim())
    setSaving(false)
    if (isSaved) onClose()
  }
  return (
    <Panel anchor={anchor} label={label} width={280} onClose={onClose}>
      <form noValidate className={classes.name} onSubmit={submit}>
        <TextField
          ref={focusNow}
          data-autofocus
          aria-label="Name of the view"
          error={isMissing && 'Please name the view.'}
          placeholder="Release 2.4"
          dir="auto"
          maxLength={viewLimits.name}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <Button type="submit" isBusy={isSaving}>
          {action}
        </Button>
      </form>
    </Panel>
  )
}
