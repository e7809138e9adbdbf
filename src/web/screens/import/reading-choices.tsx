import type { delimiters } from '../../../contract/import-formats/delimiters.ts'
import { headingChoices } from '../../../contract/import-formats/heading-choices.ts'
import type { SheetColumns, SheetField } from '../../../contract/import-formats/sheet-fields.ts'
import { changeSettings, chooseColumn } from '../../imports/choose-import.ts'
import type { SheetInfo } from '../../imports/import-session.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { ChoiceSegments } from './choice-segments.tsx'
import classes from './reading-choices.module.css'

const delimiterNames: Record<(typeof delimiters)[number], string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
}
const headingNames = { labels: 'Labels', parents: 'Parents', none: 'Nothing' } as const
const fieldNames: Record<SheetField, string> = {
  ...{ title: 'Title', description: 'Description', due: 'Due date', start: 'Start date', priority: 'Priority' },
  ...{ status: 'Status', labels: 'Labels', parent: 'Parent', id: 'Id', created: 'Created', completed: 'Completed' },
}
const shownFields = Object.keys(fieldNames) as SheetField[]

/** How the file is read, where that is a choice: the headings of Markdown, and the columns of a table. */
export function ReadingChoices({ file: { id, settings, summary } }: { file: ShownFile }) {
  const { format, headings = 'labels' } = settings ?? {}
  const { sheet } = summary ?? {}
  if (format === 'markdown')
    return (
      <div className={classes.headings}>
        <ChoiceSegments
          label="Headings become"
          value={headings}
          choices={Object.fromEntries(headingChoices.map((one) => [one, headingNames[one]]))}
          onChoose={(chosen) => void changeSettings(id, { headings: chosen as typeof headings })}
        />
      </div>
    )
  return format === 'csv' && sheet ? (
    <Columns id={id} sheet={sheet} chosen={settings?.columns} error={summary?.error} />
  ) : null
}

interface ColumnsProps {
  id: string
  /** The table as it was read last. */
  sheet: SheetInfo
  /** The columns that were chosen, which may not have been read yet. */
  chosen: SheetColumns | undefined
  error: string | undefined
}

/** The column of each field. */
function Columns({ id, sheet, chosen, error }: ColumnsProps) {
  const { used, columns, samples } = sheet
  const isMissing = !used.title
  return (
    <fieldset className={classes.columns}>
      <legend>{isMissing ? 'This looks like CSV. Which column is the title?' : 'Columns'}</legend>
      {error && !isMissing && (
        <p className="critical" role="alert">
          {error}
        </p>
      )}
      <div className={classes.fields}>
        <SelectField
          label="Divided by"
          value={sheet.delimiter}
          options={delimiterNames}
          onChange={({ target }) => void changeSettings(id, { delimiter: target.value, columns: {} })}
        />
        {shownFields.map((field) => {
          const column = chosen?.[field] ?? used[field] ?? ''
          const sample = column && samples[column]
          return (
            <SelectField
              key={field}
              label={fieldNames[field]}
              value={column}
              hint={sample ? `“${sample}”` : undefined}
              isHintBelow
              onChange={({ target }) => void chooseColumn(id, field, target.value)}
            >
              <option value="">{field === 'title' ? 'Choose a column' : 'No column'}</option>
              {columns.map((name) => (
                <option key={name} value={name}>
                  {samples[name] ? `${name} (“${samples[name]}”)` : name}
                </option>
              ))}
            </SelectField>
          )
        })}
      </div>
    </fieldset>
  )
}
