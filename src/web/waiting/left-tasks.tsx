import { type ComponentType, useEffect, useState } from 'react'
import { storedOwners } from '../deck/stored-owners.ts'

/** Offers the tasks of accounts that no longer exist. The code is loaded only in a browser that keeps tasks of somebody else. */
export function LeftTasks({ owner }: { owner?: string }) {
  const [Component, setComponent] = useState<ComponentType>()
  useEffect(() => {
    const load = async () => {
      if (!(await storedOwners()).some((id) => id !== owner)) return
      const { LeftDecks } = await import('./left-decks.tsx')
      setComponent(() => LeftDecks)
    }
    load().catch((error) => console.warn('The tasks of other users could not be looked for', error))
  }, [owner])
  return Component && <Component />
}
