interface LooseIndexScan {
  /** Of the common table expression. */
  readonly name: string;
  readonly table: string;
  /** The one that is indexed, and those that every row of the same value has in common. */
  readonly columns: readonly [indexed: string, ...others: string[]];
  readonly where?: string;
  /** The value to begin after. */
  readonly after?: string;
}

/**
 * What follows `with` in a statement: the distinct values of a column, found along the index from one to the next. What it
 * costs grows with the values and not with the rows. Several machines have no index in common.
 */
export function looseIndexScan({ name, table, columns, where = 'true', after }: LooseIndexScan): string {
  const [indexed] = columns;
  const next = (condition: string) =>
    `select ${columns.join(', ')} from ${table} where ${condition} order by ${indexed} limit 1`;
  return `recursive ${name} as (
    (${next(after === undefined ? where : `${where} and ${indexed} > ${after}`)})
    union all
    select ${columns.map((column) => `following.${column}`).join(', ')}
    from ${name} cross join lateral (${next(`${where} and ${indexed} > ${name}.${indexed}`)}) as following
  )`;
}

/** The webhooks with a backlog. */
export const WAITING: LooseIndexScan = {
  name: 'waiting',
  table: 'delivery_segment',
  columns: ['webhook_id'],
  where: 'processed_at is null',
};
