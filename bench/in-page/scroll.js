// Scrolls through the page, one step per frame; returns the duration of the longest main-thread task.
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
