/** The URL of a database on the coordinator of a Citus cluster; tests that need one are skipped without it. */
export const citusUrl = process.env.CITUS_URL;
