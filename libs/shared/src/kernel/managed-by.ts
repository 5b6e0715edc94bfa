/** The field of all records that can be kept in files. */
export const MANAGED_BY = {
  type: 'text',
  max: 200,
  nullable: true,
  description:
    'The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the ' +
    'record. null: it is in none.',
  example: 'shop/checkout',
} as const;

/** Part of a request that creates or changes such a record. If it is not set, the mark stays as it is. */
export interface ManagedBy {
  readonly managed_by?: string | null | undefined;
}
