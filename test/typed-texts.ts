type Reading = [text: string, meaning: string]

/** Texts for the menus of days, and the days that they mean on Wednesday, the 18th of November 2026. The first ones show each form once. */
export const typedDays: Reading[] = [
  ['next tue', '2026-11-24'],
  ['25', '2026-11-25'],
  ['tomorrow', '2026-11-19'],
  ['dec 24', '2026-12-24'],
  ['friday', '2026-11-20'],
  ['in 3 days', '2026-11-21'],
  ['2026-12-02', '2026-12-02'],
  ['05', '2026-12-05'],
  ['12/24', '2026-12-24'],
  ['first monday of december', '2026-12-07'],
  ['fri', '2026-11-20'],
  ['24 dec', '2026-12-24'],
  ['30', '2026-11-30'],
  ['31', '2026-12-31'],
  ['12', '2026-12-12'],
  ['monday', '2026-11-23'],
  ['in 2 weeks', '2026-12-02'],
  ['jan 1', '2027-01-01'],
  ['3 dec 2026', '2026-12-03'],
  ['day after tomorrow', '2026-11-20'],
  ['sat', '2026-11-21'],
  ['sunday', '2026-11-22'],
  ['nov 30', '2026-11-30'],
  ['end of month', '2026-11-30'],
  ['thu', '2026-11-19'],
  ['2027-02-28', '2027-02-28'],
  ['in 10 days', '2026-11-28'],
  ['dec 1st', '2026-12-01'],
]

/** Texts for the menu of repetitions, and the rules that they mean. The first ones show each form once. */
export const typedRepeats: Reading[] = [
  ['every 2 days', 'FREQ=DAILY;INTERVAL=2'],
  ['daily', 'FREQ=DAILY'],
  ['every mon', 'FREQ=WEEKLY;BYDAY=MO'],
  ['every mon, thu', 'FREQ=WEEKLY;BYDAY=MO,TH'],
  ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every month on the 1st', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['every friday', 'FREQ=WEEKLY;BYDAY=FR'],
  ['every other week', 'FREQ=WEEKLY;INTERVAL=2'],
  ['every 3 days 5 times', 'FREQ=DAILY;INTERVAL=3;COUNT=5'],
  ['every last friday of the month', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['every 2 weeks on monday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
  ...Array.from({ length: 19 }, (_, index): Reading => [`every ${index + 3} days`, `FREQ=DAILY;INTERVAL=${index + 3}`]),
]

/** Texts for the menu of reminders, and the reminders that they mean for a task with a due date. The first ones show each form once. */
export const typedReminders: Reading[] = [
  ['15:00', 'due-0T15:00'],
  ['2 days before', 'due-2T09:00'],
  ['friday 15:00', '2026-11-20T15:00'],
  ['tomorrow 9am', '2026-11-19T09:00'],
  ['a week before at 8:30', 'due-7T08:30'],
  ['the day before', 'due-1T09:00'],
  ['on the day noon', 'due-0T12:00'],
  ['tomorrow', '2026-11-19T09:00'],
  ['tomorrow 3pm', '2026-11-19T15:00'],
  ['thursday 16:45', '2026-11-19T16:45'],
  ['2026-12-24T10:00', '2026-12-24T10:00'],
  ['7am', 'due-0T07:00'],
  ...Array.from({ length: 18 }, (_, index): Reading => [`${index + 3} days before at 7:15`, `due-${index + 3}T07:15`]),
]
