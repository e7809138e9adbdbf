import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'

interface Look {
  /** Filled for the main action of a form or screen, subtle for actions in rows. */
  variant?: 'filled' | 'default' | 'subtle'
  /** Critical for what deletes something, neutral for actions that must not stand out. */
  tone?: 'accent' | 'critical' | 'neutral'
  size?: 'tiny' | 'compact' | 'small' | 'medium' | 'large' | 'hero'
  /** As wide as the place that it is in. */
  isWide?: boolean
  /** Icons or keys before and after the text. */
  start?: ReactNode
  end?: ReactNode
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** While its action runs: it shows that, and cannot be pressed again. */
  isBusy?: boolean
}

/** A button. It submits a form only with `type="submit"`. */
export function Button({ isBusy = false, disabled = false, children, ...props }: ButtonProps) {
  const { rest, content } = looking(props, children)
  return (
    <button type="button" disabled={disabled || isBusy} data-busy={isBusy || undefined} {...rest}>
      {content}
      {isBusy && <span className={classes.spinner} aria-hidden="true" />}
    </button>
  )
}

/** A link to a screen that looks like a button. */
export function LinkButton({ children, ...props }: Look & LinkProps) {
  const { rest, content } = looking(props, children)
  return <Link {...rest}>{content}</Link>
}

/** A link to an address of the server that looks like a button. */
export function AnchorButton({ children, ...props }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const { rest, content } = looking(props, children)
  return <a {...rest}>{content}</a>
}

/** Separates the look from the attributes of the element. */
function looking<P extends Look & { className?: string | undefined }>(props: P, children: ReactNode) {
  const { variant = 'filled', tone = 'accent', size = 'medium', isWide, start, end, className = '', ...rest } = props
  return {
    rest: {
      ...rest,
      className: `${classes.button} ${className}`,
      'data-variant': variant,
      'data-tone': tone,
      'data-size': size,
      'data-wide': isWide || undefined,
    },
    content: (
      <span className={classes.content}>
        {start}
        <span className={classes.text}>{children}</span>
        {end}
      </span>
    ),
  }
}
