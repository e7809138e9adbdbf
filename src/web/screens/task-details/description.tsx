import { Text } from '@mantine/core'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { RenderBoundary } from '../../ui/render-boundary.tsx'
import { isTooComplex } from './markdown-limits.ts'
import classes from './task-details.module.css'

/** A description as its author formatted it, or as plain text where formatting it would freeze or break the page. */
export function Description({ text }: { text: string }) {
  const plain = <PlainDescription text={text} />
  return (
    <div className={classes.description}>
      {isTooComplex(text) ? (
        plain
      ) : (
        <RenderBoundary key={text} fallback={plain}>
          <Formatted text={text} />
        </RenderBoundary>
      )}
    </div>
  )
}

function PlainDescription({ text }: { text: string }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="note">
        Shown as plain text: this description is nested too deeply or has too many marks to be formatted.
      </Text>
      <p className={classes.plain}>{text}</p>
    </>
  )
}

/** Markdown made into elements, never into HTML text: nothing that somebody pasted can run. Fenced code keeps its shape. */
function Formatted({ text }: { text: string }) {
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {children}
          </a>
        ),
        // The task's own title is the only heading of the first rank.
        h1: ({ children }) => <h2>{children}</h2>,
        pre: ({ children }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, by keyboard too
          <pre tabIndex={0}>{children}</pre>
        ),
      }}
    >
      {text}
    </Markdown>
  )
}
