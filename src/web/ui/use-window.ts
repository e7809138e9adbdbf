import { useSyncExternalStore } from 'react'

/** Whether a media query matches, now and after every change. */
export function useMediaQuery(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export const useWindowHeight = () => useSyncExternalStore(onResize, () => window.innerHeight)
