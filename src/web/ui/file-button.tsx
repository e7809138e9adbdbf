import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface Props {
  onChoose: (files: File[]) => void
  /** Names the field behind the button. */
  label?: string
  accept?: string
  multiple?: boolean
  disabled?: boolean
  isBusy?: boolean
  children: ReactNode
}

/** A button that lets the user choose files. */
export function FileButton({ onChoose, label, accept, multiple, disabled = false, isBusy = false, children }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The browser reports no change if the same file is chosen again, unless the field is empty.
          currentTarget.value = ''
          if (files.length) onChoose(files)
        }}
      />
      <Button variant="default" disabled={disabled} isBusy={isBusy} onClick={() => field.current?.click()}>
        {children}
      </Button>
    </>
  )
}
