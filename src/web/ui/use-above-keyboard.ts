import { type RefObject, useLayoutEffect } from 'react'

/** Keeps a sheet above the keyboard of a phone, which covers the page: sets `--keyboard` to its height. */
export function useAboveKeyboard(sheet: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { visualViewport: visible } = window
    if (!visible) return
    const place = () => {
      // A magnified page has a smaller visible part, too.
      const covered = visible.scale > 1.01 ? 0 : window.innerHeight - visible.height - visible.offsetTop
      sheet.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    place()
    visible.addEventListener('resize', place)
    visible.addEventListener('scroll', place)
    return () => {
      visible.removeEventListener('resize', place)
      visible.removeEventListener('scroll', place)
    }
  }, [sheet])
}
