import { type FormEvent, useState } from 'react'
import type { LabelColour } from '../../../contract/labels.ts'
import type { ManyChange } from '../../../contract/schemas/tasks.ts'
import { cleanLabel, taskLimits } from '../../../contract/tasks.ts'
import { namesOf } from '../../../contract/words/task-words.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { ColourField } from '../../tasks/colour-field.tsx'
import { useLabelColours } from '../../tasks/label-colours.tsx'
import { labelsProblem } from '../../tasks/labels-problem.ts'
import { useChange } from '../../tasks/use-change.ts'
import { useSetLabelColour } from '../../tasks/use-set-label-colour.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Renames, merges, colours or deletes one label. A change of tasks is one change with one undo, and works without the server. */
export function EditLabel({ label, onClose }: { label: string; onClose: () => void }) {
  const { tasks } = useDeck()
  const colours = useLabelColours()
  const setColour = useSetLabelColour()
  const make = useChange()
  const [text, setText] = useState(label)
  const [colour, choose] = useState<LabelColour | null>(colours[label] ?? null)
  const [isChecked, setChecked] = useState(false)
  const labelled = tasks.filter((task) => task.labels.includes(label))
  const name = cleanLabel(text.trim().replace(/^#/, ''))
  const problem = name ? labelsProblem([name]) : 'Please enter a name.'
  const others = tasks.filter((task) => task.labels.includes(name))

  const change = (values: ManyChange, verb: string) =>
    make(
      { kind: 'updateMany', tasks: labelled.map(({ _id }) => _id), change: values },
      {
        message: (changed) => `${verb} ${namesOf(changed)}`,
        failure: 'Error updating labels',
        fallback: 'The label was not changed. Please try again.',
      },
    )
  const askToMerge = () =>
    confirm({
      question: `Merge #${label} into #${name}?`,
      detail: `#${name} is already used by ${namesOf(others)}. It replaces #${label} on ${namesOf(labelled)}.`,
      action: 'Merge',
    })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem || isTooMany) return
    const isRenamed = name !== label
    const isMerged = isRenamed && others.length > 0
    if (isMerged && !(await askToMerge())) return
    onClose()
    if (isRenamed) void change({ addLabels: [name], removeLabels: [label] }, `Renamed #${label} to #${name} on`)
    const isColourChosen = colour !== (colours[label] ?? null)
    // A renamed label takes its colour along. The old name keeps it too, so that an undo brings it back.
    const isWanted = isColourChosen || (isRenamed && !isMerged)
    if (isWanted && colour !== (colours[name] ?? null)) await setColour({ label: name, colour })
  }
  const remove = async () => {
    const detail = `It is removed from ${namesOf(labelled)}. The tasks themselves stay.`
    if (isTooMany || !(await confirm({ question: `Delete the label #${label}?`, detail, action: 'Delete label' })))
      return
    onClose()
    await change({ removeLabels: [label] }, `Removed #${label} from`)
  }
  const isTooMany = labelled.length > taskLimits.bulkChange
  const tooMany = `More than ${taskLimits.bulkChange.toLocaleString('en')} tasks have this label. Change some of them on the dashboard first.`
  return (
    <Dialog title={`Label #${label}`} onClose={onClose}>
      <form onSubmit={save} noValidate>
        <TextField
          label="Name"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isTooMany ? tooMany : isChecked && (problem ?? false)}
          autoComplete="off"
          autoCapitalize="none"
          data-autofocus
        />
        <ColourField colour={colour} onChoose={choose} />
        <div className="row wide above-24">
          <Button variant="subtle" tone="critical" onClick={remove}>
            Delete label
          </Button>
          <div className="row wide push">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save</Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
