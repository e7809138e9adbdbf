import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { type FormDraft, formDraftOf } from '../quick-add/form-draft.ts'

interface Overlay {
  isOpen: boolean
  show: () => void
  hide: () => void
}

/**
 * Opens and closes quick add. On a narrow screen, it is a sheet over the present place. Then the address is that of the form for a new task,
 * so that the back button closes the sheet, and a reload leads to the form.
 */
export function useQuickAdd(owner: string, { isOpen, show, hide }: Overlay) {
  const navigate = useNavigate()
  const { pathname, search, mask } = useLocation()
  const isMasked = mask?.pathname === paths.addTask
  const open = () => {
    show()
    if (isMasked || !window.matchMedia('(max-width: 991.98px)').matches) return
    void navigate({ pathname, search }, { mask: paths.addTask, preventScrollReset: true })
  }
  // The browser has gone back already if the back button has closed the sheet.
  const isLeft = isMasked && !isOpen
  useEffect(() => {
    if (isLeft && window.location.hash === `#${paths.addTask}`) void navigate(-1)
  }, [isLeft, navigate])
  // The sheet belongs to its address: it closes with the back button, and when another screen opens.
  const wasMasked = useRef(false)
  const onUnmasked = useEffectEvent(hide)
  useEffect(() => {
    if (wasMasked.current && !isMasked) onUnmasked()
    wasMasked.current = isMasked
  }, [isMasked])
  const form = formDraftOf(owner)
  return {
    open,
    close: hide,
    /** Both the form in the sheet and the one at the address start with the draft. */
    keepForm: (draft: FormDraft) => form.save(draft),
    hasFormDraft: () => form.read() !== undefined,
  }
}
