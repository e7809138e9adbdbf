// Opens Today from another screen, repeatedly; returns the times until its tasks were shown, and those of frames without a change, sorted.
;(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const rows = () => document.querySelectorAll('ol[aria-label="Now"] a[data-task]').length
  const rest = () => new Promise((resolve) => setTimeout(resolve, 300))
  const [times, empty] = [[], []]
  for (let round = 0; round < 30; round++) {
    location.hash = '#/trash'
    while (rows() > 0) await frame()
    await rest()
    const idle = performance.now()
    await frame()
    await frame()
    empty.push(performance.now() - idle)
    const begun = performance.now()
    location.hash = '#/today'
    while (rows() === 0 && performance.now() - begun < 2_000) await frame()
    // Painted when the next frame begins.
    await frame()
    const time = performance.now() - begun
    if (rows() > 0) times.push(time)
    await rest()
  }
  const sorted = (list) => list.sort((a, b) => a - b)
  return { times: sorted(times), empty: sorted(empty) }
})()
