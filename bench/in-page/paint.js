// Chooses a filter, or a sort order with a grouping, and types a search, repeatedly; returns the times until the cards showed it, and those of frames without a
// change, sorted.
;(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const firstCard = () => document.querySelector('a[data-task]')?.textContent ?? ''
  const radios = document.querySelectorAll('input[name="status"]')
  const field = document.querySelector('input[aria-label="Search tasks"]')
  const { set: setValue } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  const type = (text) => {
    setValue.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // The order and the grouping are in the address.
  const [path] = location.hash.split('?')
  const sortBy = (order) => {
    location.hash = `${path}?sort=due&order=${order}&group=${order === 'asc' ? 'priority' : 'none'}`
  }
  const rest = () => new Promise((resolve) => setTimeout(resolve, 300))
  const [times, searches, empty] = [[], [], []]
  /** Adds the time until the first card is another one, and painted. A change after which it is the same one does not count. */
  async function measure(list, change) {
    const before = firstCard()
    const begun = performance.now()
    change()
    while (firstCard() === before && performance.now() - begun < 2_000) await frame()
    // Painted when the next frame begins.
    await frame()
    const time = performance.now() - begun
    if (firstCard() !== before) list.push(time)
    await rest()
  }
  for (let round = 0; round < 40; round++) {
    const idle = performance.now()
    await frame()
    await frame()
    empty.push(performance.now() - idle)
    const choose = () => (round % 2 ? sortBy(round % 4 === 1 ? 'asc' : 'desc') : radios[1 + (round % 3)].click())
    await measure(times, choose)
  }
  radios[0].click()
  await rest()
  const titles = [...document.querySelectorAll('a[data-task]')].map((card) => card.textContent)
  const words = [...new Set(titles.flatMap((title) => title.match(/[A-Z]?[a-z]{4,}/g) ?? []))]
  for (const word of words.slice(0, 20)) {
    await measure(searches, () => type(word))
    type('')
    await rest()
  }
  const sorted = (list) => list.sort((a, b) => a - b)
  return { times: sorted(times), searches: sorted(searches), empty: sorted(empty) }
})()
