/** Severities by the rank of a lane; all others have the next rank. */
const RANKED_SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING'] as const;

/** The SQL relation of the ranks of lanes, the most severe first. */
export const LANE_RANKS_SQL = `(values (0::smallint), (1::smallint), (2::smallint), (3::smallint)) as ranks (rank)`;

/** Returns the SQL expression of the rank of a lane in which a notification of this severity waits. */
export function buildRankSql(severity: string): string {
  const cases = RANKED_SEVERITIES.map((each, rank) => `when '${each}' then ${rank}`);
  return `case ${severity} ${cases.join(' ')} else ${RANKED_SEVERITIES.length} end`;
}
