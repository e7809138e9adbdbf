import { type ComponentType, createContext, type JSX, type ReactNode, useContext } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { RenderBoundary } from '../ui/render-boundary.tsx'
import { Scrollable } from '../ui/scrollable.tsx'
import { CodeBlock } from './code-block.tsx'
import classes from './markdown.module.css'
import { isTooComplex } from './markdown-limits.ts'
import { Picture } from './picture.tsx'
import { references } from './references.ts'
import { directions, type Element, hasClass, textOf } from './tree.ts'

interface Props {
  text: string
  /** Called with the offset of a checklist item whose box was clicked. Without it, the boxes cannot be changed. */
  onToggle?: ((offset: number) => void) | undefined
  /** Shows a mentioned number, such as `#12`. Without it, the number stays as it is. */
  Reference?: ComponentType<{ number: number }> | undefined
}

/** Formatted Markdown, or plain text if formatting it could freeze or break the page. */
export function Markdown({ text, onToggle, Reference }: Props) {
  const plain = <PlainText text={text} />
  return (
    <div className={classes.markdown}>
      {isTooComplex(text) ? (
        plain
      ) : (
        <RenderBoundary content={text} fallback={plain}>
          <ToggleContext value={onToggle}>
            <ReferenceContext value={Reference}>
              <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={rehypePlugins} components={components}>
                {text}
              </ReactMarkdown>
            </ReferenceContext>
          </ToggleContext>
        </RenderBoundary>
      )}
    </div>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <>
      <p className="muted below-8" role="note">
        Shown as plain text: this description has too much nesting or markup to be formatted.
      </p>
      <p className={classes.plain} dir="auto">
        {text}
      </p>
    </>
  )
}

const rehypePlugins = [directions, references]

const ReferenceContext = createContext<Props['Reference']>(undefined)
const ToggleContext = createContext<Props['onToggle']>(undefined)
/** The checklist item that a box is in. */
const ItemContext = createContext<Element | undefined>(undefined)

function Item({ node, ...rest }: JSX.IntrinsicElements['li'] & ExtraProps) {
  if (!node || !hasClass(node, 'task-list-item')) return <li {...rest} />
  return (
    <ItemContext value={node}>
      <li {...rest} />
    </ItemContext>
  )
}

function Box({ checked }: { checked?: boolean | undefined }) {
  const item = useContext(ItemContext)
  const toggle = useContext(ToggleContext)
  const offset = item?.position?.start.offset
  return (
    <input
      type="checkbox"
      className={classes.box}
      checked={Boolean(checked)}
      aria-label={(item && textOf(item).trim()) || 'Item without text'}
      disabled={!toggle}
      onChange={() => offset !== undefined && toggle?.(offset)}
    />
  )
}

function Mention({ number, children }: { number: number; children: ReactNode }) {
  const Reference = useContext(ReferenceContext)
  return Reference ? <Reference number={number} /> : children
}

/** Elements, never HTML, so that pasted code cannot run. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  data: ({ value, children }) => <Mention number={Number(value)}>{children}</Mention>,
  // Only the title of the task is a first-level heading.
  h1: ({ children }) => <h2 dir="auto">{children}</h2>,
  img: ({ src, alt }) => <Picture address={typeof src === 'string' ? src : ''} name={alt ?? ''} />,
  input: ({ checked }) => <Box checked={checked} />,
  li: Item,
  pre: ({ node }) => <CodeBlock {...codeIn(node)} />,
  table: ({ children }) => (
    <Scrollable as="section" label="Table" className={classes.table}>
      <table dir="auto">{children}</table>
    </Scrollable>
  ),
}

function codeIn(pre: Element | undefined): { code: string; language: string } {
  const [code] = pre?.children ?? []
  if (code?.type !== 'element') return { code: '', language: '' }
  const [language = ''] = [code.properties.className ?? []].flat()
  return { code: textOf(code), language: String(language).replace(/^language-/, '') }
}
