import { type CreateTableNode, type ForeignKeyConstraintNode, PostgresQueryCompiler } from 'kysely'
import { distributionOf, isOwnerTable } from './distribute-owners.ts'

/**
 * Compiles the migrations that run on tables which Citus has distributed already. A new table of owners is distributed by the same query, before
 * it gets its foreign keys: a table that is not distributed must not refer to one that is. Keys that refer to the directory are left out.
 */
export class DistributingCompiler extends PostgresQueryCompiler {
  readonly #isDistributed: () => boolean

  constructor(isDistributed: () => boolean) {
    super()
    this.#isDistributed = isDistributed
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    const name = node.table.table.identifier.name
    if (!this.#isDistributed() || !isOwnerTable(name)) {
      super.visitCreateTable(node)
      return
    }
    const constraints = node.constraints ?? []
    super.visitCreateTable({
      ...node,
      columns: node.columns.map(({ references: _, ...column }) => column),
      constraints: constraints.filter((constraint) => !isForeignKey(constraint)),
    })
    this.append(`; ${distributionOf(name)}`)
    for (const key of constraints.filter(isForeignKey)) {
      if (!isOwnerTable(key.references.table.table.identifier.name)) continue
      this.append(`; alter table "${name}" add `)
      this.visitNode(key)
    }
  }
}

const isForeignKey = (node: { kind: string }): node is ForeignKeyConstraintNode =>
  node.kind === 'ForeignKeyConstraintNode'
