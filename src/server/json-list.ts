/** Pages of JSON values as the text of one JSON list. */
export async function* jsonList(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const values of pages) {
    if (!values.length) continue
    yield separator + values.join()
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/**
 * Reads pages until one has fewer rows than it may have. `read` gets the last row of the page before, and looks at no more than `size` rows.
 * Nothing is held between two pages: neither a connection nor a snapshot, however slowly they are taken.
 */
export async function* pagesOf<Row>(size: number, read: (after?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = await read(); ; rows = await read(rows.at(-1))) {
    yield rows
    if (rows.length < size) return
  }
}
