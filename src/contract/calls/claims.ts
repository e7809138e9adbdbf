import { callsOf } from '../endpoint.ts'
import type { claimSchemas } from '../schemas/claims.ts'

export const claimCalls = callsOf<typeof claimSchemas>()({
  claim: { method: 'POST', path: '/tasks/claim', access: 'write' },
  renew: { method: 'POST', path: '/tasks/renewClaim', access: 'write' },
  release: { method: 'POST', path: '/tasks/releaseClaims', access: 'write' },
  handOver: { method: 'POST', path: '/tasks/handOverClaims', access: 'session' },
})
