import { Type } from 'typebox'
import { viewLimits } from '../views.ts'
import { strict } from './shapes.ts'

const views = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: viewLimits.views,
  description: 'The ids of saved views',
})

export const caldavSchemas = {
  lists: {
    summary: 'The path of CalDAV on this server, and the saved views that you offer there as lists',
    result: Type.Object({ path: Type.String(), views }),
  },
  offer: {
    summary: 'Offer exactly these saved views as lists to CalDAV clients, beside the list of all open tasks',
    body: Type.Object({ views }, strict),
    result: Type.Object({ message: Type.String(), views }),
  },
}
