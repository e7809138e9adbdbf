// Steps to the next month and back, repeatedly; returns the times until its tasks were shown, and those of frames without a change, sorted.
;(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const tasks = () => [...document.querySelectorAll('td a[data-task]')].map((link) => link.dataset.task).join()
  const button = (name) => document.querySelector(`button[aria-label="${name} month"]`)
  const rest = () => new Promise((resolve) => setTimeout(resolve, 200))
  const [times, empty] = [[], []]
  for (let round = 0; round < 30; round++) {
    const idle = performance.now()
    await frame()
    await frame()
    empty.push(performance.now() - idle)
    const before = tasks()
    const begun = performance.now()
    button(round % 2 ? 'Previous' : 'Next').click()
    while (tasks() === before && performance.now() - begun < 2_000) await frame()
    // Painted when the next frame begins.
    await frame()
    const time = performance.now() - begun
    if (tasks() !== before) times.push(time)
    await rest()
  }
  const sorted = (list) => list.sort((a, b) => a - b)
  return { times: sorted(times), empty: sorted(empty) }
})()
