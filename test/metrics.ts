import { expect } from 'vitest'

interface Sample {
  labels: Record<string, string>
  value: number
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const sampleLine = new RegExp(`^(${name})(?:\\{(.*)\\})? (\\S+)$`)
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

/** Parses the text format of Prometheus as strictly as its own parser, and finds values in it. */
export function parseMetrics(text: string) {
  const types = new Map<string, string>()
  const samples = new Map<string, Sample[]>()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('# HELP ')) continue
    const [, described, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? []
    if (described && type) {
      expect(types.has(described), `${described} twice`).toBe(false)
      types.set(described, type)
      continue
    }
    const [, full = '', labels = '', value = ''] = sampleLine.exec(line) ?? []
    expect(full, line).not.toBe('')
    expect(value, line).not.toBe('NaN')
    const family = full.replace(/_(bucket|sum|count)$/, (suffix) => (types.has(full) ? suffix : ''))
    expect(types.has(family), `${line} has no TYPE`).toBe(true)
    const sample = { labels: parseLabels(labels), value: Number(value) }
    expect(samples.get(full)?.map(({ labels }) => labels) ?? []).not.toContainEqual(sample.labels)
    samples.set(full, [...(samples.get(full) ?? []), sample])
  }
  const find = (full: string, labels: Record<string, string> = {}) =>
    (samples.get(full) ?? []).filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
  return {
    types,
    samples,
    /** The sum of all values with these labels. */
    value: (full: string, labels?: Record<string, string>) =>
      find(full, labels).reduce((sum, sample) => sum + sample.value, 0),
    labels: (full: string, key: string) => new Set(find(full).map(({ labels }) => labels[key])),
  }
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  let end = 0
  for (let match = label.exec(text); match; match = label.exec(text)) {
    end = label.lastIndex
    labels[match[1] ?? ''] = match[2] ?? ''
  }
  expect(end, text).toBe(text.length)
  return labels
}
