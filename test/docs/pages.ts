/** The pages whose commands an operator follows. */
export const pages = ['docs/operations.md', 'docs/backup.md', 'docs/nodes.md', 'docs/object-storage.md']
