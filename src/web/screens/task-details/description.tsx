import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import classes from './task-details.module.css'

/** Markdown made into elements, never into HTML text: nothing that somebody pasted can run. Fenced code keeps its shape. */
export function Description({ text }: { text: string }) {
  return (
    <div className={classes.description}>
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
    </div>
  )
}
