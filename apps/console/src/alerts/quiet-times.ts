export const DEFAULT_QUIET_FOR = '1h';

/** What happens if the source still reports an alert that a user has resolved, by the duration of the API. */
export const QUIET_TIMES: Readonly<Record<string, string>> = {
  '0s': 'returns with the next report',
  '15m': 'returns in 15 min if it stays',
  [DEFAULT_QUIET_FOR]: 'returns in 1 h if it stays',
  '4h': 'returns in 4 h if it stays',
  '24h': 'returns in 24 h if it stays',
};

/** Says what happens to an alert that is resolved although no recovery was reported. */
export const describeQuietTime = (quietFor: string): string =>
  `Still reported by the source; ${QUIET_TIMES[quietFor] ?? ''}.`;
