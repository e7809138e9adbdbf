export function hasS3Server(): boolean
export function canInstallS3Server(): boolean
export function installS3Server(): boolean
export const withoutS3Server: string
