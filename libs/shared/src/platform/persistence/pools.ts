import { Pool } from 'pg';

/**
 * Accepting, managing and searching have connections of their own, so that none of them can starve another.
 * (Management runs through the TypeORM DataSource, which has its own pool.)
 */
export class IngestPool extends Pool {}

export class QueryPool extends Pool {}
