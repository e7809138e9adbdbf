/** Every address of the web app, behind the `#`. */
export const paths = {
  landing: '/',
} as const
