import { Type } from 'typebox'
import { type LabelColour, labelColours, maxColouredLabels } from '../labels.ts'
import { oneOf, strict } from './shapes.ts'

const colour = Type.Unsafe<LabelColour | null>({ type: ['string', 'null'], enum: [...labelColours, null] })
const coloured = Type.Object({ label: Type.String(), colour: oneOf(...labelColours) })

export const labelSchemas = {
  colours: {
    summary: 'List your labels that have a colour',
    result: Type.Object({ labels: Type.Array(coloured) }),
  },
  setColour: {
    summary: `Give a label a colour, or none (null). At most ${maxColouredLabels} labels can have one.`,
    body: Type.Object({ label: Type.String({ format: 'label' }), colour }, strict),
    result: Type.Object({ message: Type.String() }),
  },
}
