interface LooseIndexScan {
  /** The name of the common table expression. */
  readonly name: string;
  readonly table: string;
  /** The indexed column, and columns that have the same value in all rows with the same indexed value. */
  readonly columns: readonly [indexed: string, ...others: string[]];
  readonly where?: string;
  /** The value to begin after. */
  readonly after?: string;
}

/**
 * Returns a common table expression that finds the distinct values of an indexed column by going along the index from
 * one value to the next. Its cost grows with the number of values, not of rows. Not usable on a cluster, where no index
 * spans the machines.
 */
export function looseIndexScan({ name, table, columns, where = 'true', after }: LooseIndexScan): string {
  const [indexed] = columns;
  const selectNext = (condition: string) =>
    `select ${columns.join(', ')} from ${table} where ${condition} order by ${indexed} limit 1`;
  return `recursive ${name} as (
    (${selectNext(after === undefined ? where : `${where} and ${indexed} > ${after}`)})
    union all
    select ${columns.map((column) => `following.${column}`).join(', ')}
    from ${name} cross join lateral (${selectNext(`${where} and ${indexed} > ${name}.${indexed}`)}) as following
  )`;
}

/** The webhooks with a backlog. */
export const WEBHOOKS_WITH_BACKLOG: LooseIndexScan = {
  name: 'waiting',
  table: 'delivery_segment',
  columns: ['webhook_id'],
  where: 'processed_at is null',
};
