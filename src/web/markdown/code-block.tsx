import { type ReactNode, useEffect, useState } from 'react'
import { alertFailed } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Scrollable } from '../ui/scrollable.tsx'
import classes from './markdown.module.css'

interface Props {
  code: string
  /** As written after the fence; empty if the block has none. */
  language: string
}

/** A block of code with a button that copies it. The highlighter is loaded for the first block that names a language. */
export function CodeBlock({ code, language }: Props) {
  const [highlighted, setHighlighted] = useState<ReactNode>()
  useEffect(() => {
    if (!language) return
    let isCurrent = true
    import('./highlight.ts').then(
      ({ highlight }) => isCurrent && setHighlighted(highlight(code, language)),
      // Without the highlighter, the code is shown as it is.
      (error) => console.warn('The highlighter could not be loaded', error),
    )
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return (
    <div className={classes.code} dir="ltr">
      <Scrollable as="pre">
        <code>{highlighted ?? code}</code>
      </Scrollable>
      <CopyButton code={code} />
    </div>
  )
}

const shownMs = 2_000

function CopyButton({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (await copyText(code)) setCopied(true)
    else alertFailed('This browser does not allow copying. Select the code and copy it yourself.')
  }
  return (
    <>
      <Button
        className={classes.copy}
        variant="default"
        size="tiny"
        onClick={copy}
        aria-label={isCopied ? 'Copied the code' : 'Copy the code'}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className={classes.unseen} role="status">
        {isCopied && 'Copied the code'}
      </span>
    </>
  )
}
