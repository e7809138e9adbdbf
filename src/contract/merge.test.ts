import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields } from './merge.ts'
import { allFields, type FieldName, isSameValue, type TaskField, type TaskValues } from './task-fields.ts'

/** Few different values, so that changes often meet. */
function valuesFor({ kind, options, isOptional }: TaskField): fc.Arbitrary<unknown> {
  if (kind === 'choice') return fc.constantFrom(...(options ?? []))
  if (kind === 'labels' || kind === 'tasks' || kind === 'reminders')
    return fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  // With the same sentences, ticks never conflict: merge-criteria.test.ts has the others.
  if (kind === 'criteria') {
    const criterion = fc.record({ id: fc.constantFrom('a', 'b', 'c'), text: fc.constant('Done'), isMet: fc.boolean() })
    return fc.uniqueArray(criterion, { selector: ({ id }) => id })
  }
  if (kind === 'number' || kind === 'amount') return fc.constantFrom(1, 2, 3, ...(isOptional ? [null] : []))
  return fc.constantFrom('one', 'two', 'three', ...(isOptional ? [null] : []))
}

const fields = Object.fromEntries(allFields.map(([name, field]) => [name, valuesFor(field)]))
const tasks = fc.record(fields) as fc.Arbitrary<unknown> as fc.Arbitrary<TaskValues>
const settable = allFields.filter(([, { follows }]) => !follows)
/** Changes of one or more fields. A field that follows another one is set together with it. */
const changes = fc.tuple(tasks, fc.subarray(settable, { minLength: 1 })).map(([values, chosen]) => {
  const names = chosen.map(([name]) => name)
  const followers = allFields.filter(([, { follows }]) => names.some((name) => name === follows))
  return pick(values, [...names, ...followers.map(([name]) => name)])
})

const pick = (values: Partial<TaskValues>, names: FieldName[]): Partial<TaskValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
const without = (values: Partial<TaskValues>, names: FieldName[]) =>
  pick(
    values,
    (Object.keys(values) as FieldName[]).filter((name) => !names.includes(name)),
  )
/** The task after a change was merged into it. */
const merged = (base: Partial<TaskValues>, current: TaskValues, wanted: Partial<TaskValues>): TaskValues => ({
  ...current,
  ...mergeFields({ base, current, wanted }).values,
})
const ruleOf = (name: FieldName) => allFields.find(([other]) => other === name)?.[1].merge
const sortedLabels = ({ labels, ...values }: TaskValues) => ({ ...values, labels: labels.toSorted() })

test('a change is applied as it is if nothing was changed since', () => {
  fc.assert(
    fc.property(tasks, changes, (task, wanted) => {
      expect(mergeFields({ base: task, current: task, wanted })).toEqual({ values: wanted, conflicts: [] })
    }),
  )
})

test('the values that a task already has never conflict, even if the base is not known', () => {
  fc.assert(
    fc.property(tasks, tasks, changes, fc.boolean(), (base, task, change, isKnown) => {
      const current = { ...task, ...change }
      const result = mergeFields({ base: isKnown ? base : {}, current, wanted: change })
      expect(result.conflicts).toEqual([])
      expect({ ...current, ...result.values }).toEqual(current)
    }),
  )
})

test('changes of different fields both stand, in either order', () => {
  fc.assert(
    fc.property(tasks, changes, changes, (base, one, other) => {
      const second = without(other, Object.keys(one) as FieldName[])
      const both = { ...base, ...one, ...second }
      expect(merged(base, { ...base, ...one }, second)).toEqual(both)
      expect(merged(base, { ...base, ...second }, one)).toEqual(both)
    }),
  )
})

test('labels are merged to the same set in either order', () => {
  fc.assert(
    fc.property(tasks, tasks, tasks, (base, { labels: one }, { labels: other }) => {
      const onePastOther = merged(base, { ...base, labels: other }, { labels: one })
      const otherPastOne = merged(base, { ...base, labels: one }, { labels: other })
      expect(sortedLabels(onePastOther)).toEqual(sortedLabels(otherPastOne))
    }),
  )
})

test('no added label is lost, no removed label comes back, and the others stay', () => {
  fc.assert(
    fc.property(tasks, tasks, tasks, ({ labels: base }, { labels: current }, { labels: wanted }) => {
      const { values, conflicts } = mergeFields({
        base: { labels: base },
        current: { labels: current },
        wanted: { labels: wanted },
      })
      expect(conflicts).toEqual([])
      for (const label of ['a', 'b', 'c', 'd', 'e']) {
        const [was, is, shallBe] = [base, current, wanted].map((labels) => labels.includes(label))
        // The side that has changed something about this label decides.
        expect([label, values.labels?.includes(label)]).toEqual([label, was === shallBe ? is : shallBe])
      }
      expect(new Set(values.labels).size).toBe(values.labels?.length)
    }),
  )
})

test('a field conflicts exactly if both sides have changed it to different values', () => {
  fc.assert(
    fc.property(tasks, tasks, changes, (base, current, wanted) => {
      const { values, conflicts } = mergeFields({ base, current, wanted })
      const expected = settable
        .map(([name]) => name)
        // The texts of this test have one line each.
        .filter((name) => name in wanted && (ruleOf(name) === 'replace' || ruleOf(name) === 'lines'))
        .filter((name) => !isSameValue(base[name], current[name]) && !isSameValue(wanted[name], current[name]))
      expect(conflicts).toEqual(expected)
      // Each wanted field is either set or in conflict. A field that follows another one shares its fate.
      const dropped = conflicts.includes('status')
        ? [...conflicts, 'completedAt' as const, 'startedAt' as const]
        : conflicts
      expect(Object.keys(values).sort()).toEqual(Object.keys(without(wanted, dropped)).sort())
    }),
  )
})

test('without a known base, every differing field conflicts, except those for which the last change wins', () => {
  fc.assert(
    fc.property(tasks, changes, (current, wanted) => {
      const differing = settable
        .map(([name]) => name)
        .filter((name) => name in wanted && ruleOf(name) !== 'last' && !isSameValue(wanted[name], current[name]))
      expect(mergeFields({ base: {}, current, wanted }).conflicts).toEqual(differing)
    }),
  )
})

test('a description is merged line by line, unless it would be too long or the change takes back a later value', () => {
  const merge = (base: string, current: string, wanted: string) =>
    mergeFields({ base: { description: base }, current: { description: current }, wanted: { description: wanted } })
  const conflict = { values: {}, conflicts: ['description'] }
  expect(merge('- [ ] a\n- [ ] b', '- [x] a\n- [ ] b', '- [ ] a\n- [x] b')).toEqual({
    values: { description: '- [x] a\n- [x] b' },
    conflicts: [],
  })
  expect(merge('- [ ] a\n- [ ] b', '- [x] a\n- [ ] b', '- [ ] a, or c\n- [ ] b')).toEqual(conflict)
  expect(merge('- [ ] a\n- [ ] b', '- [x] a\n- [x] b', '- [ ] a\n- [ ] b')).toEqual(conflict)
  // An emoji counts once, although it has two code units.
  const faces = (count: number) => '🙂'.repeat(count)
  expect(merge('a\nb', `${faces(4_000)}\nb`, `a\n${faces(4_000)}`).conflicts).toEqual([])
  expect(merge('a\nb', `${faces(6_000)}\nb`, `a\n${faces(6_000)}`)).toEqual(conflict)
  const half = 'x'.repeat(6_000)
  expect(merge('a\nb', `${half}\nb`, `a\n${half}`)).toEqual(conflict)
})
