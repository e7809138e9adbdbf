import { queryOptions } from '@tanstack/react-query'
import { passkeyCalls } from '../../contract/calls/passkeys.ts'
import { call } from '../../contract/client.ts'

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => call(passkeyCalls.list) })
