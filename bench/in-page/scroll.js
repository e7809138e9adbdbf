// Scrolls through the page, a step each frame; answers the longest time for which the main thread was busy in one go.
;(async () => {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ entryTypes: ['longtask'] })
  for (let step = 0; step < 120; step++) {
    window.scrollBy(0, 1_500)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  return longest
})()
