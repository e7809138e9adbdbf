/** One value of a metric with its labels. Histograms have several with different suffixes. */
export interface Sample {
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Record<string, string | number>
  value: number
}

/** All values of one metric. */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function expositionText(families: Family[]): string {
  return families.map(familyText).join('')
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`)
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length ? `{${pairs.join()}}` : ''
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
