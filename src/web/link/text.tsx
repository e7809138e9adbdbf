import { lazy, Suspense } from 'react'
import classes from './shared-link.module.css'

/** Only pages with a text load it. */
const Markdown = lazy(async () => ({ default: (await import('../markdown/markdown.tsx')).Markdown }))

/** A text in Markdown. Numbers such as `#12` stay numbers: a reader does not learn the title of that task. */
export const Text = ({ text }: { text: string }) => (
  <Suspense fallback={<p className={classes.plain}>{text}</p>}>
    <Markdown text={text} />
  </Suspense>
)
