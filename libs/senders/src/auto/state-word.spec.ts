import { describe, expect, it } from 'vitest';
import { parseStateWord } from './state-word.js';

const RESOLVED = [
  'FIRING_TO_OK',
  'CRITICAL → OK',
  'ResolvedCritical',
  'ResolvedMissingData',
  'ALERT_RECOVERY',
  'CRITICAL_CLEARED',
  'RECOVERY_CRITICAL',
  'check.up',
  'back up',
  'State changed from ALARM to OK',
  'The service is back online',
  'error resolved',
  'No Data recovered',
  'ssl_renewed',
  'postmortem',
  'Ready',
];
const ALARM = [
  'cleanup failed',
  'recovery failed',
  'reset failure',
  'no available nodes',
  'not ok',
  'not ready',
  'failed to recover',
  'connection closed, host unreachable',
  'reset by peer, node is down',
  'OK_TO_FIRING',
  'MissingData',
  'ALERT_EXPIRED_SSL',
  'OK -> CRITICAL',
  'UP -> DOWN',
  'DOWN (was UP)',
  'not back to normal',
  'maintenance job failed',
  'escalation pending too long, host down',
];
/** Texts that give no state by themselves. */
const NO_STATE = [
  'HealthyHostCount is low',
  'Job completed with errors',
  'Success: false',
  '[FIRING:1] ResolvedIssuesHigh',
  'CPU passed 90%',
  'CPU back up to 95%',
  'Database in recovery',
  'Error rate is up 300%',
  'used memory back above 90 percent',
  'Unable to connect',
];

const NEITHER = [
  'alert.acknowledged',
  'incident.note_created',
  'under maintenance',
  'Assigned',
  'DOWNTIMESTART',
  'FLAPPINGSTOP',
];

describe('parseStateWord', () => {
  it.each(RESOLVED)('parses as a recovery: %s', (said) =>
    expect(parseStateWord(said)).toEqual({ type: 'RECOVERY', strong: true }),
  );
  it.each(ALARM)('parses as an alert: %s', (said) =>
    expect(parseStateWord(said)).toEqual({ type: 'ALERT', strong: true }),
  );
  it.each(NEITHER)('parses as neither alert nor recovery: %s', (said) =>
    expect(parseStateWord(said)?.type).toBe('NEITHER'),
  );
  it.each(NO_STATE)('does not parse as a recovery: %s', (said) =>
    expect(parseStateWord(said)?.type).not.toBe('RECOVERY'),
  );
});
