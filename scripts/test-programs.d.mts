export function hasS3Server(): boolean
export function findPatroni(): boolean
export function hasDebianPostgres(): boolean
export function hasPgBouncer(): boolean
export function hasCalDavClients(): boolean
export function hasLitmus(): boolean
export function hasPrometheus(): boolean
export function findFirefox(): string | undefined
export function findWebKit(): boolean
