// Moves to the next tasks and back beside the open panel; returns the times until it showed the other task, and those of frames without a change, sorted.
;(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const shown = () => document.querySelector('[data-peek] h2')?.textContent
  const press = (key) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const rest = () => new Promise((resolve) => setTimeout(resolve, 300))
  const [times, empty] = [[], []]
  for (let round = 0; round < 30; round++) {
    const idle = performance.now()
    await frame()
    await frame()
    empty.push(performance.now() - idle)
    const before = shown()
    const begun = performance.now()
    press(round % 10 < 5 ? 'j' : 'k')
    while (shown() === before && performance.now() - begun < 2_000) await frame()
    // Painted when the next frame begins.
    await frame()
    const time = performance.now() - begun
    if (shown() !== before) times.push(time)
    await rest()
  }
  const sorted = (list) => list.sort((a, b) => a - b)
  return { times: sorted(times), empty: sorted(empty) }
})()
