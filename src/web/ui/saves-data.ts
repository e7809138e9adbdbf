/** Whether the user wants this device to load little. Only Chromium tells; TypeScript does not know the property yet. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
