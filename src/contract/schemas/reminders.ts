import { type Static, Type } from 'typebox'

const dueReminder = Type.Object({
  task: Type.String(),
  number: Type.Integer(),
  title: Type.String(),
  at: Type.String({ description: 'The day and the time at which it was due, in the time zone of the user.' }),
})

export const reminderSchemas = {
  due: {
    summary: 'Count the reminders that are due and that no browser has shown yet',
    result: Type.Object({ count: Type.Integer() }),
  },
  take: {
    summary: 'Take the reminders that are due, to show them. Each is returned once, to one browser.',
    result: Type.Object({
      reminders: Type.Array(dueReminder),
      count: Type.Integer({ description: 'All of them, of which the latest are listed.' }),
    }),
  },
}

export type DueReminder = Static<typeof dueReminder>
