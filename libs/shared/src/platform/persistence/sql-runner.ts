/** Runs statements in the transaction of the caller. Drivers and TypeORM return different results. */
export interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}
