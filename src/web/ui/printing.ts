import { flushSync } from 'react-dom'
import { createCell } from './client-state.ts'

const printing = createCell(false)

/** A hook: whether the page is being printed. Then everything is rendered, not only what is in the window. */
export const usePrinting = printing.use

/** Notices when the page is printed. Everything must be there when the browser lays the pages out, which is at once. */
export function followPrinting(): () => void {
  const media = matchMedia('print')
  const set = (isOn: boolean) => printing.get() !== isOn && flushSync(() => printing.set(isOn))
  const onMedia = () => set(media.matches)
  const begin = () => set(true)
  const end = () => set(media.matches)
  onMedia()
  media.addEventListener('change', onMedia)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    media.removeEventListener('change', onMedia)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
