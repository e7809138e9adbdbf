import { useLayoutEffect, useRef } from 'react'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import classes from './surface.module.css'

/** A screen without a header row. */
const navBarPx = 57

const load = async () => (await import('../peek/peek-panel.tsx')).PeekPanel

/** The place of the panel beside a list, from the header row to the bottom of the window. Its content is loaded on first use. */
export function PeekFrame() {
  const { Component, hasFailed, retry } = useOnDemand(load)
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The heading above the header row scrolls away.
    const place = () => {
      const row = document.querySelector('search')
      frame.current?.style.setProperty('--peek-top', `${row?.getBoundingClientRect().bottom ?? navBarPx}px`)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    window.addEventListener('scroll', place, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place)
    }
  }, [])
  return (
    <aside ref={frame} className={classes.peek} aria-label="Peek" data-peek>
      {Component && <Component />}
      {hasFailed && <CodeFailed onRetry={retry} />}
    </aside>
  )
}
