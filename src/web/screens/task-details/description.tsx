import { Text } from '@mantine/core'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { RenderBoundary } from '../../ui/render-boundary.tsx'
import { ScrollablePre } from '../../ui/scrollable-pre.tsx'
import { isTooComplex } from './markdown-limits.ts'
import classes from './task-details.module.css'

/** A description as formatted Markdown, or as plain text if formatting it could freeze or break the page. */
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
        Shown as plain text: this description has too much nesting or markup to be formatted.
      </Text>
      <p className={classes.plain}>{text}</p>
    </>
  )
}

/** Renders Markdown as elements, never as HTML, so that pasted code cannot run. */
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
        // Only the title of the task is a first-level heading.
        h1: ({ children }) => <h2>{children}</h2>,
        pre: ({ children }) => <ScrollablePre>{children}</ScrollablePre>,
      }}
    >
      {text}
    </Markdown>
  )
}
