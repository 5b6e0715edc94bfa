import type { EventType } from '../../domain/event.js';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const OVER = set(`
  ok up resolved resolve resolves recovered recovery recover recovering closed close clear cleared normal healthy success
  successful successfully succeeded pass passed passing online operational inactive canceled cancelled deactivated fixed
  restored reset back cleanup green solved reachable available deleted compliant responding connected
`);
/** An end, but not of what: a build that completed may have failed. */
const ENDING = set('ended end completed complete finished done expired reporting');
const FIRING = set(`
  alerting firing fired fire triggered trigger triggering down critical crit open opened opening reopened reopen new
  created create active activated failed failure failing fail fails warning warn unhealthy offline degraded breached
  breach missing outage started raised raise occurred nodata unavailable exceeded trouble disaster violated violation
  inalarm errored unreachable red fatal emergency broken crashed crash timeout unresolved unstable major minor late overdue
  regressed regression expiring expires spiking impaired unresponsive disconnected lost stopped aborted investigating
  identified ongoing violating breaching noncompliant backoff drifted
`);
/** True of anything a monitoring tool says: they count only where nothing better is there. */
const FAINT = set(
  'alert alarm problem error incident issue event insufficient data anomaly notification detected',
);
const NEITHER = set(`
  acknowledged acknowledge ack acked unacknowledged snoozed snooze assigned assign unassigned muted unmuted silenced
  commented annotated escalated escalate delegated delegate reassigned merged maintenance paused unpaused pending
  suspended archived priority note responder
`);
const CONTROL =
  /^(?:un)?subscri(?:be|ption).?confirm|^(?:pagey\.)?ping$|^test(?:ing|notification|alert|message)?$|^(?:webhook|validation)/i;

export interface Meaning {
  readonly type: EventType | 'NEITHER' | 'CONTROL';
  readonly strong: boolean;
}

/** The words of `ALERT_RECOVERY`, `check.down`, `isResolved`, `IN ALARM`. */
function tokens(said: string): readonly string[] {
  return said
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((token) => token !== '');
}

/** What a word of state means; `undefined` for anything else, and for text too long to be one. */
export function meaningOf(said: string): Meaning | undefined {
  if (said.length > 60) return undefined;
  const compact = said.replaceAll(/[\s_-]+/g, '');
  if (CONTROL.test(compact)) return { type: 'CONTROL', strong: true };
  let found = tokens(said);
  if (found.length === 0 || found.length > 6) return undefined;
  // FIRING_TO_OK: it is what it became that counts.
  const to = found.lastIndexOf('to');
  if (to > 0 && to < found.length - 1) found = found.slice(to + 1);
  const not = found.some((token) => token === 'not' || token === 'no' || token === 'un' || token === 'non');
  if (found.includes('not') && found.some((token) => OVER.has(token))) return { type: 'ALERT', strong: true };
  if (!not && found.some((token) => OVER.has(token))) return { type: 'RECOVERY', strong: true };
  if (found.some((token) => NEITHER.has(token))) return { type: 'NEITHER', strong: true };
  if (found.some((token) => FIRING.has(token)) || compact.toLowerCase() === 'nodata') {
    return { type: 'ALERT', strong: true };
  }
  if (!not && found.some((token) => ENDING.has(token)) && !found.includes('error'))
    return { type: 'RECOVERY', strong: false };
  return found.some((token) => FAINT.has(token)) ? { type: 'ALERT', strong: false } : undefined;
}
