/** Severities by the rank of a lane; all others have the next rank. */
const RANKED_SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING'] as const;

/** The ranks of lanes, the most severe first. */
export const LANE_RANKS: readonly number[] = [0, 1, 2, 3];

/** Returns the SQL expression of the rank of a lane in which a notification of this severity waits. */
export function buildRankSql(severity: string): string {
  const cases = RANKED_SEVERITIES.map((each, rank) => `when '${each}' then ${rank}`);
  return `case ${severity} ${cases.join(' ')} else ${RANKED_SEVERITIES.length} end`;
}
