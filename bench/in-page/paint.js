// Chooses a filter or a sort repeatedly; returns the times until the cards showed it, and those of frames without a change, sorted.
;(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const firstCard = () => document.querySelector('a[data-task]')?.textContent ?? ''
  const radios = document.querySelectorAll('input[name="status"]')
  const sort = document.querySelector('select[aria-label="Sort by due date"]')
  const setValue = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set
  const [times, empty] = [[], []]
  for (let round = 0; round < 40; round++) {
    const idle = performance.now()
    await frame()
    await frame()
    empty.push(performance.now() - idle)
    const before = firstCard()
    const begun = performance.now()
    if (round % 2) {
      setValue.call(sort, sort.value === 'asc' ? 'desc' : 'asc')
      sort.dispatchEvent(new Event('change', { bubbles: true }))
    } else radios[1 + (round % 3)].click()
    while (firstCard() === before && performance.now() - begun < 2_000) await frame()
    // Painted when the next frame begins.
    await frame()
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const sorted = (list) => list.sort((a, b) => a - b)
  return { times: sorted(times), empty: sorted(empty) }
})()
