import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useLayoutEffect,
  useRef,
} from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface TextareaFieldProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'value'> {
  value: string
  ref?: Ref<HTMLTextAreaElement>
  /** How many lines it shows at least and at most. It grows with the text. */
  minRows: number
  maxRows: number
  /** Shown above and below the text, inside the field. */
  above?: ReactNode
  below?: ReactNode
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** A field for several lines of text. */
export function TextareaField(props: TextareaFieldProps) {
  const { id, label, hint, isHintBelow, error, minRows, maxRows, above, below, ref, ...rest } = props
  const area = useRef<HTMLTextAreaElement>(null)
  // After every change of the text.
  useLayoutEffect(() => {
    const { current } = area
    if (growsByItself || !current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  })
  const setArea = (element: HTMLTextAreaElement | null) => {
    area.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  const rows = { '--rows': minRows, '--max-rows': maxRows } as CSSProperties
  return (
    <Field {...{ id, label, hint, isHintBelow, error }}>
      {(attributes) => (
        <>
          {above}
          <textarea ref={setArea} dir="auto" style={rows} {...attributes} {...rest} />
          {below}
        </>
      )}
    </Field>
  )
}
