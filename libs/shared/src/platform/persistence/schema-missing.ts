/** undefined_table, undefined_column, undefined_function, undefined_object, invalid_schema_name */
const MISSING_CODES = /^(42P01|42703|42883|42704|3F000)$/;

/** Whether a statement failed because it names something that the database does not have, as before a migration. */
export function isSchemaMissing(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && MISSING_CODES.test(code)) return true;
  return driverError !== undefined && driverError !== error && isSchemaMissing(driverError);
}
