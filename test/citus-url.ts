/** A database on the coordinator of a cluster, for the tests that need one. */
export const citusUrl = process.env.CITUS_URL;
