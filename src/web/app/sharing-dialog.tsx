import { useEffect } from 'react'
import { type ShareTarget, sharing } from '../shares/sharing.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { useOnDemand } from '../ui/on-demand.tsx'
import { overlays } from './on-demand.ts'

/** The dialog that shares a view or a task, once something asks for it. Few need it, so it is loaded with its first use. */
export function Sharing() {
  const target = sharing.use()
  return target ? <Loaded target={target} /> : null
}

function Loaded({ target }: { target: ShareTarget }) {
  const { Component, hasFailed, retry } = useOnDemand(overlays.share)
  useEffect(() => {
    if (hasFailed) alertFailed('The dialog could not be loaded.', 'Error loading', { label: 'Try again', run: retry })
  }, [hasFailed, retry])
  return Component ? <Component target={target} onClose={() => sharing.set(undefined)} /> : null
}
