import type { ArchiveRecord } from '../../contract/archives.ts'

/** A record of `tasks.jsonl`. */
export const recordOf = (record: ArchiveRecord, values: object): string => JSON.stringify({ record, ...values })

/** A record of a value that is JSON already. */
export const recordOfJson = (record: ArchiveRecord, json: string): string => `{"record":"${record}",${json.slice(1)}`

/** Records as lines, page by page. */
export async function* lines(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const page of pages) if (page.length) yield `${page.join('\n')}\n`
}

/** Records as a part of a page: JSON in which no text can end the element around it, or begin a comment. */
export function* dataBlocks(records: string[]): Generator<string> {
  if (records.length)
    yield `<script type="application/json">[${records.join(',\n').replaceAll('<', '\\u003c')}]</script>\n`
}
