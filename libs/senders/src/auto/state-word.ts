import type { EventType } from '../plugin-api/event.js';
import { tellsOfEnd } from '../vocabulary/told-end.js';
import { englishWord } from './other-languages.js';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const OVER = set(`
  okay
  ok up resolved resolve resolves recovered recovery recover recovering closed close clear cleared normal healthy success
  successful successfully succeeded pass passed passing online operational inactive canceled cancelled deactivated fixed delete
  restored reset back cleanup green solved reachable available deleted compliant responding connected ready renewed valid
  postmortem
`);
/** Words for an end that is not necessarily good: a completed build may have failed. */
const ENDING = set('ended end completed complete finished done expired reporting');
const FIRING = set(`
  alerting firing fired fire triggered trigger triggering down critical crit open opened opening reopened reopen new
  created create active activated failed failure failing fail fails warning warn unhealthy offline degraded breached
  breach missing outage started raised raise occurred nodata unavailable exceeded trouble disaster violated violation
  inalarm errored unreachable red fatal emergency broken crashed crash timeout unresolved unstable major minor late overdue
  regressed regression expiring expires spiking impaired unresponsive disconnected lost stopped aborted investigating
  rejected denied yellow orange amber identified ongoing violating breaching noncompliant backoff drifted
`);
/** Things that expire. If one of them has expired, that is an alarm, not the end of one. */
const EXPIRING = set(
  'ssl tls cert certificate domain license licence token password secret credential credentials',
);
/** Words that occur in any message of a monitoring tool. They count only if there is nothing better. */
const FAINT = set(
  'alert alarm problem error incident issue event insufficient data anomaly notification detected unknown',
);
const NEITHER = set(`
  acknowledged acknowledge ack acked accepted unacknowledged snoozed snooze assigned assign unassigned muted unmuted silenced
  commented annotated escalated escalate delegated delegate reassigned merged maintenance paused unpaused pending
  suspended archived priority note responder
`);
/** Other notifications of Nagios and its descendants, which do not change the state: `DOWNTIMESTART`, `FLAPPINGSTOP`. */
const ASIDE = /^(?:downtime|flapping)(?:start|stop|end|removed|cancelled|disabled)/;
/** Words of `OVER` that are not always an end: a clean-up that failed, an available update. A firing word after them wins. */
const SOFT = set(`
  up back cleanup reset available reachable connected ready renewed valid responding restored passing pass online operational deleted
  green delete success recovery recover closed close cleared normal deactivated cancelled canceled inactive
`);
/** Words beside which a word of `OVER` is negated, or only part of a name: `HealthyHostCount is low`, `Success: false`. */
const SPOILING = set(`
  low below above exceeds exceeded exceeding interrupted requested with disabled mode missing dropped false far peer less fewer
`);
/** After a word of `NEITHER` these make an alarm: a maintenance that failed. */
const FAILED = set(
  'failed failure failing fail fails down timeout crashed lost missing error exceeded overdue',
);
/** Words before `up` with which it is not an end: a follow-up, a clean-up. */
const NOT_UP = set(
  'follow set clean speed scale scaled ramp roll pile queue hold held look sign start power boot warm catch',
);
const DEGREE = set('critical crit warning warn major minor fatal emergency red');
/** Words before `to` after which no new state follows: `failed to start`, `due to`. */
const NO_CHANGE = set(
  'failed failing fails fail failure unable trying attempt due close up subject according',
);
const WRONG = /^(?:errors?|fail\w*|warnings?)$/;
const CONTROL =
  /^(?:un)?subscri(?:be|ption).?confirm|^(?:pagey\.)?ping$|^(?:test|sample)(?:ing|notification|alert|message|event)?$|^(?:webhook|validation)/i;

export interface Meaning {
  readonly type: EventType | 'NEITHER' | 'CONTROL';
  readonly strong: boolean;
}

/** Splits text such as `ALERT_RECOVERY`, `check.down`, `isResolved` or `IN ALARM` into lower-case words. */
export function wordsIn(said: string): readonly string[] {
  return said
    .replaceAll(/\((?:was|previously|from) [^)]*\)/gi, ' ')
    .replaceAll(/(?<!-)-+>|=>|→|»/g, ' to ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((token) => token !== '');
}

/**
 * Returns whether the words say that an alarm is over. A sentence is left to `tellsOfEnd`. A word of `OVER` counts
 * anywhere, but one of `SOFT` only if no firing word follows.
 */
function endedBy(found: readonly string[], said: string): boolean {
  if (found.length > 3 && said.trim().split(/\s+/).length > 3) return tellsOfEnd(said);
  const last = found.findLastIndex(
    (token, at) =>
      OVER.has(token) &&
      !(token === 'up' && NOT_UP.has(found[at - 1] ?? '')) &&
      !(token === 'recovery' && found[at - 1] === 'in'),
  );
  // `ResolvedMissingData`: the missing data is resolved.
  if (found[0] === 'resolved' && found.at(-1) === 'data') return true;
  if (last < 0 || found[0] === 'firing' || found.some((token) => SPOILING.has(token))) return false;
  // `CPU passed 90%` means that a threshold was exceeded.
  if (found[last] === 'passed' && /^\d/.test(found[last + 1] ?? '')) return false;
  if (found.some((token) => OVER.has(token) && !SOFT.has(token))) return true;
  return !found.slice(last + 1).some((token) => FIRING.has(token) && !DEGREE.has(token));
}

/** Returns the meaning of a word for a state; `undefined` for any other text, and for text that is too long. */
export function meaningOf(said: string): Meaning | undefined {
  return meaningIn(said) ?? meaningIn(englishWord(said) ?? '');
}

function meaningIn(said: string): Meaning | undefined {
  if (said.length > 60) return undefined;
  const compact = said.replaceAll(/[\s_-]+/g, '');
  if (CONTROL.test(compact)) return { type: 'CONTROL', strong: true };
  let found = wordsIn(said);
  if (found.length === 0 || found.length > 6) return undefined;
  // `FIRING_TO_OK`: the new state counts.
  const to = found.lastIndexOf('to');
  if (to > 0 && to < found.length - 1) {
    const [before = '', became = ''] = [found[to - 1], found[to + 1]];
    if (/^\d/.test(became)) return undefined;
    if (before === 'back' && found.includes('not')) return { type: 'ALERT', strong: true };
    const changed = !NO_CHANGE.has(before) || (before === 'up' && (FIRING.has(became) || OVER.has(became)));
    found = changed ? found.slice(to + 1) : found.slice(0, to);
  }
  // `No Data recovered`: "no data" is the problem, not a negation.
  if (found.length > 2 && found[0] === 'no' && found[1] === 'data') found = found.slice(2);
  const not = found.some((token) => token === 'not' || token === 'no' || token === 'un' || token === 'non');
  const none = found.some((token, at) => token === 'no' && OVER.has(found[at + 1] ?? ''));
  if (none || (found.includes('not') && found.some((token) => OVER.has(token))))
    return { type: 'ALERT', strong: true };
  if (!not && endedBy(found, said)) return { type: 'RECOVERY', strong: true };
  const aside = found.findLastIndex((token) => NEITHER.has(token) || ASIDE.test(token));
  if (aside >= 0 && !found.slice(aside + 1).some((token) => FAILED.has(token)))
    return { type: 'NEITHER', strong: true };
  if (found.some((token) => FIRING.has(token)) || compact.toLowerCase() === 'nodata') {
    return { type: 'ALERT', strong: true };
  }
  if (found.includes('expired') && found.some((token) => EXPIRING.has(token)))
    return { type: 'ALERT', strong: true };
  if (!not && found.some((token) => ENDING.has(token)) && !found.some((token) => WRONG.test(token)))
    return { type: 'RECOVERY', strong: false };
  return found.some((token) => FAINT.has(token)) ? { type: 'ALERT', strong: false } : undefined;
}
