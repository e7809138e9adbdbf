import {
  type DragEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { endOutside, hasModifier, meaningOf, revealTarget } from './drag-keys.ts'
import { DragLayer } from './drag-layer.tsx'
import type { Drag, DragItem, DragOptions } from './drag-options.ts'
import { cancelledInWords, droppedInWords, helpInWords, liftedInWords, movedInWords } from './drag-words.ts'
import { followPointer } from './follow-pointer.ts'
import { keepScrollStill } from './keep-scroll-still.ts'
import type { Point, Press } from './press.ts'
import { usePress } from './use-press.ts'

interface Session<Place> {
  item: DragItem
  from: Place
  place: Place | undefined
  /** Where the pointer is; undefined for a drag by keys. */
  point: Point | undefined
  /** Where the pointer is on the item. */
  grip: Point
  movePreview: (point: Point) => void
  stop: () => void
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Drag and drop by mouse, by touch and by keys. The screen knows the places, and its lists may change while an item is dragged. */
export function useDrag<Place>(options: DragOptions<Place>): Drag<Place> {
  const latest = useRef(options)
  const box = useRef<HTMLElement>(null)
  /** Known at once, before the next render. */
  const session = useRef<Session<Place>>(undefined)
  const [shown, setShown] = useState<{ session: Session<Place>; place: Place | undefined }>()
  const [said, say] = useState('')
  const help = useId()

  const placesInWords = ({ from, item }: Session<Place>, to: Place) => {
    const { nameOf, inWords } = latest.current
    return [nameOf(item.id), inWords(from, to, item.id), inWords(to, from, item.id)] as const
  }
  const show = (current: Session<Place>, place: Place | undefined) => {
    if (isSame(place, current.place)) return
    current.place = place
    setShown({ session: current, place })
    if (place !== undefined) say(movedInWords(...placesInWords(current, place)))
  }
  const end = (isDrop: boolean) => {
    const { current } = session
    if (!current) return
    session.current = undefined
    current.stop()
    setShown(undefined)
    const { item, from, place } = current
    if (!latest.current.isThere(item.id)) return say('')
    const [name, start] = placesInWords(current, from)
    if (!isDrop || place === undefined) return say(cancelledInWords(name, start))
    say(droppedInWords(...placesInWords(current, place)))
    latest.current.onDrop(item.id, place)
  }
  const begin = (item: DragItem, place?: { grip: Point; point: Point }) => {
    end(false)
    if (!latest.current.isThere(item.id)) return undefined
    const from = latest.current.placeOf(item.id)
    const [point, grip] = [place?.point, place?.grip ?? { x: 0, y: 0 }]
    const current: Session<Place> = { item, from, place: from, point, grip, movePreview: () => {}, stop: () => {} }
    session.current = current
    setShown({ session: current, place: from })
    const [name, start] = placesInWords(current, from)
    say(liftedInWords(name, start))
    return current
  }
  const press = usePress((item, pressed, start) => {
    const { left, top } = item.element.getBoundingClientRect()
    const current = box.current && begin(item, { grip: { x: pressed.x - left, y: pressed.y - top }, point: start })
    if (!box.current || !current) return
    const onMove = (point: Point) => {
      current.point = point
      current.movePreview(point)
      show(current, latest.current.placeAt(point, item.id))
    }
    const ends = { onDrop: () => end(true), onCancel: () => end(false) }
    const stopFollowing = followPointer({ box: box.current, press: pressed, start, onMove, ...ends })
    // The events of a finger go to the element that it has touched, even if that is no longer in the page.
    const letScroll = keepScrollStill(item.element, () => true)
    current.stop = () => {
      stopFollowing()
      letScroll()
    }
    onMove(start)
  })

  const onKey = (event: KeyboardEvent) => {
    const { current } = session
    const meaning = box.current && meaningOf(event, box.current)
    if (!current || !meaning) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (current.point || meaning === 'nothing') return
    if (meaning === 'drop') return end(true)
    const next = current.place !== undefined && latest.current.step(current.place, meaning, current.item.id)
    if (next !== undefined && next !== false) show(current, next)
  }
  useLayoutEffect(() => {
    latest.current = options
    const { current } = session
    if (!current || !box.current) return
    if (!options.isThere(current.item.id)) return end(false)
    if (current.point) return show(current, options.placeAt(current.point, current.item.id))
    const target = revealTarget(box.current)
    if (target) current.movePreview(target)
  })
  useEffect(
    () => () => {
      session.current?.stop()
      session.current = undefined
    },
    [],
  )

  const { isHeld } = press
  const ref = useCallback(
    (element: HTMLElement | null) => {
      box.current = element
      return element ? keepScrollStill(element, () => isHeld.current || Boolean(session.current?.point)) : undefined
    },
    [isHeld],
  )
  const onPointerDown = (event: ReactPointerEvent) => {
    press.end()
    if (!event.isPrimary || event.button !== 0 || hasModifier(event)) return
    const by = event.pointerType === 'mouse' ? 'mouse' : 'touch'
    const item = options.itemAt(event.target as Element, by)
    if (!item) return
    const pressed: Press = { pointerId: event.pointerId, x: event.clientX, y: event.clientY }
    if (by === 'mouse') press.move(item, pressed)
    else if (options.holdMs) press.rest(item, pressed, options.holdMs)
  }
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== ' ' || hasModifier(event) || event.repeat || event.defaultPrevented || !box.current) return
    const item = options.itemAt(event.target as Element, 'keys')
    const current = item && begin(item)
    if (!current) return
    event.preventDefault()
    current.stop = endOutside(box.current, () => end(false))
  }
  // The browser would drag the address of a link, and a long press would open its menu.
  const onDragStart = (event: DragEvent) => event.preventDefault()
  const onContextMenu = (event: ReactMouseEvent) => {
    if (session.current) event.preventDefault()
  }

  const current = shown?.session
  return {
    id: current?.item.id,
    place: shown?.place,
    isPointed: current?.point !== undefined,
    box: { ref, onPointerDown, onKeyDown, onDragStart, onContextMenu },
    handle: { 'aria-describedby': help },
    hold: (pressed, item, onLift) => press.hold(item, pressed, onLift),
    layer: (
      <>
        <p id={help} hidden>
          {helpInWords}
        </p>
        <p className="visually-hidden" aria-live="assertive" aria-atomic="true">
          {said}
        </p>
        {current && (
          <DragLayer
            source={current.item.element}
            onReady={(moveTo) => {
              current.movePreview = ({ x, y }) => moveTo({ x: x - current.grip.x, y: y - current.grip.y })
              if (current.point) current.movePreview(current.point)
            }}
            onKey={onKey}
            onCancel={() => end(false)}
          />
        )}
      </>
    ),
  }
}
