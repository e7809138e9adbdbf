/** The forges that can send webhooks. Forgejo signs and sends like Gitea. */
export const forges = ['github', 'gitlab', 'gitea'] as const
export type Forge = (typeof forges)[number]
export const forgeNames: Record<Forge, string> = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea or Forgejo' }
/** As changes name them, where a forge is meant that is known. */
export const forgeShortNames: Record<Forge, string> = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' }
