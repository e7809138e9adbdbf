import { useState } from 'react'
import { fileSize } from '../../../contract/file-size.ts'
import { type FormatName, formatNames } from '../../../contract/import-formats/format-names.ts'
import { chooseFormat } from '../../imports/choose-import.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { WarningIcon } from '../../ui/more-icons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './recognised.module.css'

const delimiterWords: Partial<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** The format of the file, which can be another one than was recognised. */
export function Recognised({ file }: { file: ShownFile }) {
  const { id, name, size, opened, settings, summary } = file
  const [isChoosing, setChoosing] = useState(false)
  const format = settings?.format
  const isRead = opened.isArchive || (format && !summary?.error)
  const files = opened.files > 1 ? `, ${opened.files} files` : ''
  const divided = summary?.sheet && format !== 'csv' ? `, divided by ${delimiterWords[summary.sheet.delimiter]}` : ''
  return (
    <section className={`row boxed ${classes.card}`} aria-label="Recognised">
      <span className={`icon-tile ${classes.mark}`} data-tone={isRead ? 'done' : 'warning'}>
        {isRead ? <CheckIcon size={16} /> : <WarningIcon size={16} />}
      </span>
      <div className={classes.what}>
        <p className="medium">
          {opened.isArchive
            ? 'Taskdeck archive'
            : format
              ? `${formatNames[format]}${files}${divided}`
              : 'The format is not recognised'}
        </p>
        <p className="mono small muted cut">
          <bdi>{name || 'Pasted text'}</bdi> · {fileSize(size)}
        </p>
      </div>
      {opened.isArchive ? null : format && !isChoosing ? (
        <button type="button" className={`link ${classes.other}`} onClick={() => setChoosing(true)}>
          Not right? Choose the format
        </button>
      ) : (
        <div className={classes.format}>
          <SelectField
            aria-label="Format"
            value={format ?? ''}
            autoFocus={isChoosing}
            onChange={({ target }) => {
              setChoosing(false)
              if (target.value) void chooseFormat(id, target.value as FormatName)
            }}
          >
            {!format && <option value="">Choose the format</option>}
            {Object.entries(formatNames).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </section>
  )
}
