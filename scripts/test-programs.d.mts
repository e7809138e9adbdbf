export function hasS3Server(): boolean
