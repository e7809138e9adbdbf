import {
  type ClipboardEvent,
  type ComponentType,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react'
import { toggleItem } from '../../contract/checklist-ticks.ts'
import { chordOf } from '../commands/keys.ts'
import { isComposing } from '../ui/layers.ts'
import { TextareaField, type TextareaFieldProps } from '../ui/textarea-field.tsx'
import { continueLine, type Selected } from './edit-text.ts'
import { Markdown } from './markdown.tsx'
import classes from './markdown-field.module.css'
import { formatOf, Toolbar } from './toolbar.tsx'
import { selectionOf, typeInto } from './type-text.ts'

interface Props extends Omit<TextareaFieldProps, 'ref' | 'minRows' | 'maxRows' | 'above' | 'below' | 'children'> {
  field: RefObject<HTMLTextAreaElement | null>
  /** Called with a text in which an item of a checklist was ticked in the preview. */
  onText: (text: string) => void
  /** Called with files that are pasted or dropped into the text. */
  onFiles: (files: File[]) => void
  /** Shows a mentioned number in the preview. */
  Reference?: ComponentType<{ number: number }>
  /** Shown below the text. */
  children?: ReactNode
}

/** A field for Markdown, with a toolbar, keys, a preview, and lists that continue. */
export function MarkdownField({ value, field, onText, onFiles, Reference, children, ...rest }: Props) {
  const [isPreview, setPreview] = useState(false)
  const [isOver, setOver] = useState(false)

  const apply = (edit: (selected: Selected) => Selected | undefined) => {
    const next = field.current && edit(selectionOf(field.current))
    if (field.current && next) typeInto(field.current, next)
    return Boolean(next)
  }
  const tick = (offset: number) => {
    const text = toggleItem(value, offset)
    if (text !== undefined) onText(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return
    const chord = chordOf(event.nativeEvent) ?? ''
    const format = formatOf(chord, selectionOf(event.currentTarget))
    // The default is prevented, so that the same key runs no command of the app.
    if (chord === 'Enter' ? apply(continueLine) : format && apply(format.apply)) event.preventDefault()
  }
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    if (!files.length) return
    event.preventDefault()
    onFiles([...files])
  }
  return (
    <div className={classes.box} data-over={isOver || undefined} data-preview={isPreview || undefined}>
      <TextareaField
        {...rest}
        ref={field}
        value={value}
        minRows={6}
        maxRows={24}
        above={
          <Toolbar
            isPreview={isPreview}
            onPreview={() => setPreview(!isPreview)}
            onFormat={({ apply: edit }) => apply(edit)}
          />
        }
        below={
          isPreview && (
            <section className={classes.shown} aria-label="Preview">
              {value.trim() ? (
                <Markdown text={value} onToggle={tick} Reference={Reference} />
              ) : (
                'Nothing to preview yet.'
              )}
            </section>
          )
        }
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData)}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          take(event, event.dataTransfer)
        }}
      />
      {children}
    </div>
  )
}
