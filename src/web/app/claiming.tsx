import { useEffect } from 'react'
import { alertFailed } from '../ui/alerts.tsx'
import { useOnDemand } from '../ui/on-demand.tsx'
import { overlays } from './on-demand.ts'

interface Props {
  ids: readonly string[]
  onClose: () => void
}

/** The menu that chooses the holder of tasks. Few need it, so it is loaded with its first use. */
export function Claiming({ ids, onClose }: Props) {
  const { Component, hasFailed, retry } = useOnDemand(overlays.claimMenu)
  useEffect(() => {
    if (hasFailed) alertFailed('The menu could not be loaded.', 'Error loading', { label: 'Try again', run: retry })
  }, [hasFailed, retry])
  return Component ? <Component ids={ids} onClose={onClose} /> : null
}
