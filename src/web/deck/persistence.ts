let isAsked = false

/**
 * Asks the browser to keep its storage when the device runs out of room. Once per page, and only when something is stored that nobody else
 * has, or in an installed app: Firefox asks the user.
 */
export async function askToPersist(): Promise<void> {
  // Pages without https have no such storage.
  if (isAsked || !navigator.storage?.persist) return
  isAsked = true
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch (error) {
    console.warn('The browser does not promise to keep its storage', error)
  }
}

/** Whether Taskdeck was installed and has a window of its own. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches
