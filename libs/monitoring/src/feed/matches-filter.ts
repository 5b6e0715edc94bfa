/** An event or an alert, as its followers receive it. */
export interface FollowedRecord {
  readonly [field: string]: unknown;
  readonly resource: { readonly resource_id: string | null };
}

/** What the fields of a record must be. */
export type FollowedFilter = Readonly<Record<string, string | boolean | undefined>>;

export function matchesFilter(record: FollowedRecord, filter: FollowedFilter): boolean {
  return Object.entries(filter).every(([field, expected]) => {
    if (expected === undefined) return true;
    if (field === 'resource_id') return record.resource.resource_id === expected;
    return record[field] === expected;
  });
}
