export function findBalancer(): string | undefined
export function canInstallBalancer(): boolean
export function installBalancer(): boolean
export const withoutBalancer: string
