import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Button } from './button.tsx'

interface Loaded<Props> {
  Component?: ComponentType<Props>
  hasFailed?: boolean
}

/** Loads a component on demand. `load` must be the same function in every render. */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>({})
  const start = useCallback(() => {
    setLoaded({})
    load().then(
      (Component) => setLoaded({ Component }),
      (error: unknown) => {
        console.error('Error loading', error)
        setLoaded({ hasFailed: true })
      },
    )
  }, [load])
  useEffect(start, [start])
  return { ...loaded, retry: start }
}

interface FailedProps {
  /** A sentence after the error message. */
  reassurance?: string
  onRetry: () => void
}

/** Replaces a component that could not be loaded. */
export function CodeFailed({ reassurance, onRetry }: FailedProps) {
  return (
    <div className="row wide above-12 between nowrap">
      <p className="critical" role="alert">
        {navigator.onLine
          ? 'This part could not be loaded. Try again, or reload the page.'
          : 'This part is not loaded yet, and you are offline. Try again when you are online.'}
        {reassurance && ` ${reassurance}`}
      </p>
      <Button type="button" variant="default" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
