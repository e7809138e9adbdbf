/** Joins pages of JSON values into the text of one JSON list. */
export async function* jsonList(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const values of pages) {
    if (!values.length) continue
    yield separator + values.join()
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Reads pages until the last one. `read` gets the last row of the previous page. */
export async function* pagesUntilLast<Row>(
  read: (after?: Row) => Promise<{ rows: Row[]; isLast: boolean }>,
): AsyncGenerator<Row[]> {
  for (let page = await read(); ; page = await read(page.rows.at(-1))) {
    yield page.rows
    if (page.isLast) return
  }
}

/**
 * Reads pages until one has fewer than `size` rows. `read` gets the last row of the previous page, and reads at most `size` rows. Neither a
 * connection nor a snapshot is held between two pages, however slowly they are consumed.
 */
export async function* pagesOf<Row>(size: number, read: (after?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = await read(); ; rows = await read(rows.at(-1))) {
    yield rows
    if (rows.length < size) return
  }
}
