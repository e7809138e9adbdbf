import { type Static, Type } from 'typebox'
import { viewLimits } from '../views.ts'
import { strict } from './shapes.ts'

export const view = Type.Object({
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  pinned: Type.Boolean(),
})

const name = Type.String({ format: 'view-name' })
const address = Type.String({
  format: 'view-address',
  description: 'The path of the web app with its search, without #: /list?status=Pending&sort=priority',
})
const place = Type.Integer({
  minimum: 0,
  maximum: viewLimits.views - 1,
  description: 'The place in the list, counted from 0. A place after the end is the last one.',
})
const newId = Type.String({ format: 'new-id', description: 'The id of the view, if the client chooses it.' })

const params = Type.Object({ id: Type.String() })
const message = Type.String()

export const viewSchemas = {
  list: { summary: 'List your saved views in their order', result: Type.Object({ views: Type.Array(view) }) },
  create: {
    summary: `Save a view: a name for an address of the web app, with its filters. It comes last unless a place is given. At most ${viewLimits.views}.`,
    body: Type.Object(
      {
        id: Type.Optional(newId),
        name,
        address,
        pinned: Type.Optional(Type.Boolean()),
        place: Type.Optional(place),
      },
      strict,
    ),
    result: Type.Object({ message, view }),
  },
  update: {
    summary: 'Rename, pin or move a saved view, or give it another address',
    params,
    body: Type.Partial(Type.Object({ name, address, pinned: Type.Boolean(), place }), { ...strict, minProperties: 1 }),
    result: Type.Object({ message, view }),
  },
  remove: { summary: 'Delete a saved view', params, result: Type.Object({ message }) },
}

export type SavedView = Static<typeof view>
export type NewView = Static<typeof viewSchemas.create.body>
export type ViewChange = Static<typeof viewSchemas.update.body>
