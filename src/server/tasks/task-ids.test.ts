import { expect, test } from 'vitest'
import { taskIds } from './task-ids.ts'

const many = (count: number) => {
  const nextId = taskIds()
  return Array.from({ length: count }, nextId)
}
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('a hundred thousand consecutive ids are UUIDs of version 7, in order and all different', () => {
  const ids = many(100_000)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true)
})

test('an id contains its creation time', () => {
  const before = Date.now()
  const [id = ''] = many(1)
  expect(timeOf(id)).toBeGreaterThanOrEqual(before)
  expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
})

test('two servers never generate the same id', () => {
  const [first, second] = [new Set(many(10_000)), many(10_000)]
  expect(second.filter((id) => first.has(id))).toEqual([])
})

test('a clock that stands still or is set back does not reverse the order', () => {
  const tail = '-7fff-8aaa-bbbbccccdddd'
  const clock = ['019a0000-0005', '019a0000-0005', '019a0000-0001', '019a0000-0006', '019a0000-0005']
  const nextId = taskIds(() => clock.shift() + tail)
  expect([...clock].map(() => nextId().slice(0, 18))).toEqual([
    '019a0000-0005-7000',
    '019a0000-0005-7001',
    '019a0000-0005-7002',
    '019a0000-0006-7000',
    '019a0000-0006-7001',
  ])
})
