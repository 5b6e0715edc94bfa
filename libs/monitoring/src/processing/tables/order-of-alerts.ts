/**
 * Returns the columns of `alert` that order the alerts of a key, as `compareSpans` does. An alert may open in the millisecond in
 * which another opened and was resolved: the one that is open is the last.
 */
const columnsOf = (table: string) => [
  `${table}.opened_at`,
  `coalesce(${table}.resolved_at, 'infinity')`,
  `${table}.alert_id`,
];

export const OLDEST_FIRST = columnsOf('alert').join(', ');
export const NEWEST_FIRST = columnsOf('alert')
  .map((column) => `${column} desc`)
  .join(', ');

/** SQL of the alerts before (`<`) or after (`>`) the one of `table`. */
export const compareAlerts = (order: '<' | '>', table: string) =>
  `(${OLDEST_FIRST}) ${order} (${columnsOf(table).join(', ')})`;
