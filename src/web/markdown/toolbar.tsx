import type { ReactNode } from 'react'
import { isMac } from '../commands/commands.ts'
import controls from '../ui/controls.module.css'
import { insertLink, type Selected, togglePrefix, toggleWrap } from './edit-text.ts'
import classes from './markdown-field.module.css'

interface Format {
  name: string
  /** Its key, in the notation of the commands. */
  key?: string
  /** Whether the key needs a selection. */
  needsSelection?: boolean
  icon: ReactNode
  apply: (selected: Selected) => Selected
}

const line = (content: ReactNode) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    aria-hidden="true"
  >
    {content}
  </svg>
)

const formats: Format[] = [
  { name: 'Bold', key: 'mod+b', icon: <b>B</b>, apply: (selected) => toggleWrap(selected, 'bold') },
  { name: 'Italic', key: 'mod+i', icon: <i>I</i>, apply: (selected) => toggleWrap(selected, 'italic') },
  {
    name: 'Code',
    icon: line(<path d="M5 4 1.5 8 5 12M11 4l3.5 4L11 12" />),
    apply: (selected) => toggleWrap(selected, 'code'),
  },
  {
    name: 'Link',
    key: 'mod+k',
    // Without a selection, the key opens the palette, as everywhere.
    needsSelection: true,
    icon: line(
      <path d="M6.5 9.5a2.6 2.6 0 0 0 3.7 0l2.6-2.6A2.6 2.6 0 0 0 9 3.2l-.6.6M9.5 6.5a2.6 2.6 0 0 0-3.7 0L3.2 9.1A2.6 2.6 0 0 0 7 12.8l.6-.6" />,
    ),
    apply: insertLink,
  },
  {
    name: 'List',
    icon: line(<path d="M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />),
    apply: (selected) => togglePrefix(selected, 'list'),
  },
  {
    name: 'Checklist',
    icon: line(<path d="M8 4.5h6M8 11.5h6M1.5 4.5l1.5 1.5L5.5 3M2 9.5h3.5v3.5H2z" />),
    apply: (selected) => togglePrefix(selected, 'checklist'),
  },
  {
    name: 'Quote',
    icon: line(<path d="M2.5 3v10M6 5h8M6 8h8M6 11h5" />),
    apply: (selected) => togglePrefix(selected, 'quote'),
  },
]

/** The format of a key that is pressed in the field, if it applies. */
export const formatOf = (chord: string, { start, end }: Selected) =>
  formats.find(({ key, needsSelection }) => key === chord && (!needsSelection || start !== end))

const letterOf = (key: string) => `${isMac ? '⌘' : 'Ctrl+'}${key.replace('mod+', '').toUpperCase()}`
const hint = ({ name, key, needsSelection }: Format) =>
  key ? `${name} (${needsSelection ? 'select text, then ' : ''}${letterOf(key)})` : name

interface Props {
  onFormat: (format: Format) => void
  isPreview: boolean
  onPreview: () => void
}

/** The buttons above a Markdown field. */
export function Toolbar({ onFormat, isPreview, onPreview }: Props) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Formatting">
      {formats.map((format) => (
        <button
          key={format.name}
          type="button"
          className={`${controls.icon} ${classes.format}`}
          aria-label={format.name}
          title={hint(format)}
          disabled={isPreview}
          // The selection in the field must stay.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          {format.icon}
        </button>
      ))}
      <button
        type="button"
        className={`${controls.icon} ${classes.format} ${classes.preview}`}
        aria-pressed={isPreview}
        onClick={onPreview}
      >
        Preview
      </button>
    </div>
  )
}
