import type { EventType } from '../plugin-api/event.js';
import { hasForeignNegation, isForeignRecovery } from '../vocabulary/foreign-recovery.js';
import { isRecoveryText } from '../vocabulary/recovery-text.js';
import { toEnglishWord } from './translations.js';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const RESOLVED_WORDS = wordSet(`
  okay
  ok up resolved resolve resolves recovered recovery recover recovering closed close clear cleared normal healthy success
  successful successfully succeeded pass passed passing online operational inactive canceled cancelled deactivated fixed delete
  restored reset back cleanup green solved reachable available deleted compliant responding connected ready renewed valid
  postmortem ceased
`);
/** Words for an end that is not necessarily good: a completed build may have failed. */
const ENDED_WORDS = wordSet(
  'ended end completed complete finished done expired reporting released release withdrawn',
);
/** Words for an end that say nothing about what ended. In the name of an event they need one of `ALARM_NOUNS`: `connectionClosed`. */
const OWN_STATE_WORDS = wordSet(`
  closed close deleted delete canceled cancelled deactivated inactive reset cleared clear ceased
  ended end completed complete finished done expired released release withdrawn
`);
const ALARM_NOUNS = wordSet(`
  alert alerts alarm alarms incident incidents problem problems issue issues ticket tickets case cases event events violation violations
  condition outage outages anomaly fault faults warning warnings finding detection signal episode situation offense insight investigation
  breach notification error errors vulnerability disruption maintenance downtime threat
`);
/** What ends regularly. Its end is weak evidence that it went well. */
const RUN_NOUNS = wordSet(`
  build builds job jobs run runs pipeline workflow deployment deploy test tests suite check checks task backup backups restore scan update
  upgrade migration import export sync replication snapshot window stage step execution plan apply canary rollout rollback script cron
  synthetic scheduled
`);
/** Words that say nothing about what a text is about. */
const FILLER_WORDS = wordSet(`
  is was has have been be are now automatically auto manually manual by system the a an of on in for state status changed change
  update updated type action no not non un data level severity monitor
  url page webhook event check checks uptime http https ping
`);
const FIRING_WORDS = wordSet(`
  alerting firing fired fire triggered trigger triggering down critical crit open opened opening reopened reopen new
  created create active activated failed failure failing fail fails warning warn unhealthy offline degraded breached
  breach missing outage started raised raise occurred nodata unavailable exceeded trouble disaster violated violation
  inalarm errored unreachable red fatal emergency broken crashed crash timeout unresolved unstable major minor late overdue
  regressed regression expiring expires spiking impaired unresponsive disconnected lost stopped aborted investigating
  rejected denied yellow orange amber identified ongoing violating breaching noncompliant backoff drifted
`);
/** Things that expire. If one of them has expired, that is an alarm, not the end of one. */
const EXPIRABLE_NOUNS = wordSet(
  'ssl tls cert certificate domain license licence token password secret credential credentials',
);
/** Words that occur in any message of a monitoring tool. They count only if there is nothing better. */
const WEAK_WORDS = wordSet(
  'alert alarm problem error incident issue event insufficient data anomaly notification detected unknown',
);
const NEUTRAL_WORDS = wordSet(`
  acknowledged acknowledge ack acked accepted unacknowledged snoozed snooze assigned assign unassigned muted unmuted silenced
  commented annotated escalated escalate delegated delegate reassigned merged maintenance paused unpaused pending
  suspended archived priority note responder
`);
/** Other notifications of Nagios and its descendants, which do not change the state: `DOWNTIMESTART`, `FLAPPINGSTOP`. */
const DOWNTIME_OR_FLAPPING = /^(?:downtime|flapping)(?:start|stop|end|removed|cancelled|disabled)/;
/** Words of `RESOLVED_WORDS` that are not always an end: a clean-up that failed, an available update. A firing word after them wins. */
const WEAK_RESOLVED_WORDS = wordSet(`
  up back cleanup reset available reachable connected ready renewed valid responding restored passing pass online operational deleted
  green delete success recovery recover closed close cleared normal deactivated cancelled canceled inactive
`);
/** Words beside which a word of `RESOLVED_WORDS` is negated, or only part of a name: `HealthyHostCount is low`, `Success: false`. */
const NEGATING_WORDS = wordSet(`
  low below above exceeds exceeded exceeding interrupted requested with disabled mode missing dropped false far peer less fewer
`);
/** After a word of `NEUTRAL_WORDS` these make an alarm: a maintenance that failed. */
const FAILURE_WORDS = wordSet(
  'failed failure failing fail fails down timeout crashed lost missing error exceeded overdue',
);
/** Words before `up` with which it is not an end: a follow-up, a clean-up. */
const NOT_UP_PREFIXES = wordSet(
  'follow set clean speed scale scaled ramp roll pile queue hold held look sign start power boot warm catch',
);
const SEVERITY_WORDS = wordSet('critical crit warning warn major minor fatal emergency red');
/** Words before `to` after which no new state follows: `failed to start`, `due to`. */
const NO_CHANGE_PREFIXES = wordSet(
  'failed failing fails fail failure unable trying attempt due close up subject according',
);
const ERROR_WORD = /^(?:errors?|fail\w*|warnings?)$/;
const CONTROL_MESSAGE =
  /^(?:un)?subscri(?:be|ption).?confirm|^(?:pagey\.)?ping$|^(?:test|sample)(?:ing|notification|alert|message|event)?$|^(?:webhook|validation)/i;

export interface StateMeaning {
  readonly type: EventType | 'NEITHER' | 'CONTROL';
  readonly strong: boolean;
}

/** Splits text such as `ALERT_RECOVERY`, `check.down`, `isResolved` or `IN ALARM` into lower-case words. */
export function splitStateWords(stateText: string): readonly string[] {
  return stateText
    .replaceAll(/\((?:was|previously|from) [^)]*\)/gi, ' ')
    .replaceAll(/(?<!-)-+>|=>|→|»/g, ' to ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((token) => token !== '');
}

/**
 * Returns whether the words say that an alarm is over. A sentence is left to `isRecoveryText`. A word of `RESOLVED_WORDS` counts
 * anywhere, but one of `WEAK_RESOLVED_WORDS` only if no firing word follows.
 */
function isResolvedBy(tokens: readonly string[], stateText: string): boolean {
  if (tokens.length > 3 && stateText.trim().split(/\s+/).length > 3) return isRecoveryText(stateText);
  const lastResolved = tokens.findLastIndex(
    (token, at) =>
      RESOLVED_WORDS.has(token) &&
      !(token === 'up' && NOT_UP_PREFIXES.has(tokens[at - 1] ?? '')) &&
      !(token === 'recovery' && tokens[at - 1] === 'in'),
  );
  // `ResolvedMissingData`: the missing data is resolved.
  if (tokens[0] === 'resolved' && tokens.at(-1) === 'data') return true;
  if (isEndOfSomethingElse(tokens)) return false;
  if (lastResolved < 0 || tokens[0] === 'firing' || tokens.some((token) => NEGATING_WORDS.has(token)))
    return false;
  // `CPU passed 90%` means that a threshold was exceeded.
  if (tokens[lastResolved] === 'passed' && /^\d/.test(tokens[lastResolved + 1] ?? '')) return false;
  if (tokens.some((token) => RESOLVED_WORDS.has(token) && !WEAK_RESOLVED_WORDS.has(token))) return true;
  return !tokens
    .slice(lastResolved + 1)
    .some((token) => FIRING_WORDS.has(token) && !SEVERITY_WORDS.has(token));
}

/** Things that a state is about. Their end is not that of an alarm: a host was deleted. */
const ENTITY_WORDS = wordSet('host server node device service instance site website endpoint');

/** Returns whether the token says what a text is about, and is neither a state nor a filler: `key` of `nodeKeyExpired`. */
function isContentWord(token: string): boolean {
  return (
    !/^\d+$/.test(token) &&
    ![
      ALARM_NOUNS,
      FILLER_WORDS,
      RESOLVED_WORDS,
      ENDED_WORDS,
      FIRING_WORDS,
      WEAK_WORDS,
      NEUTRAL_WORDS,
      SEVERITY_WORDS,
    ].some((words) => words.has(token))
  );
}

/** Returns whether a text is the name of an event or problem rather than a state: `disk_failed`, `connectionClosed`. */
export function isEventName(stateText: string): boolean {
  return splitStateWords(stateText).some((token) => isContentWord(token) && !ENTITY_WORDS.has(token));
}

/** Returns whether a text consists of words for a state, and names nothing. */
export function isStateText(text: string): boolean {
  if (parseStateWord(text) === undefined) return false;
  const words = splitStateWords(text);
  return words.length <= 1 ? /^\P{N}+$/u.test(text) : !words.some(isContentWord);
}

/** Returns whether the end of something is meant that is no alarm: `connectionClosed`, `node key expired`. */
function isEndOfSomethingElse(allTokens: readonly string[]): boolean {
  // `closed by user` says who closed it.
  const by = allTokens.indexOf('by');
  const tokens = by > 0 ? allTokens.slice(0, by) : allTokens;
  const resolved = tokens.filter((token) => RESOLVED_WORDS.has(token) || ENDED_WORDS.has(token));
  if (resolved.length === 0 || !resolved.every((token) => OWN_STATE_WORDS.has(token))) return false;
  if (tokens.some((token) => ALARM_NOUNS.has(token))) return false;
  // `link down cleared`: what is cleared is a failure.
  const isCleared = resolved.some((token) => token === 'cleared' || token === 'clear' || token === 'ceased');
  if (isCleared && tokens.some((token) => FIRING_WORDS.has(token))) return false;
  return tokens.some((token) => isContentWord(token) && !RUN_NOUNS.has(token));
}

const MAX_CACHED = 2_000;
/** Meanings by text. The words of an alarm are asked for many times, and most alarms use the same few. */
const meanings = new Map<string, StateMeaning | undefined>();

/** Returns the meaning of a word for a state; `undefined` for any other text, and for text that is too long. */
export function parseStateWord(stateText: string): StateMeaning | undefined {
  if (stateText.length > 60) return undefined;
  if (meanings.has(stateText)) return meanings.get(stateText);
  const meaning = deriveMeaning(stateText);
  if (meanings.size >= MAX_CACHED) meanings.clear();
  meanings.set(stateText, meaning);
  return meaning;
}

function deriveMeaning(stateText: string): StateMeaning | undefined {
  const meaning =
    parseEnglishStateWord(toEnglishWord(stateText) ?? '') ??
    (isForeignRecovery(stateText) ? { type: 'RECOVERY', strong: true } : parseEnglishStateWord(stateText));
  return meaning?.type === 'RECOVERY' && hasForeignNegation(stateText)
    ? { type: 'ALERT', strong: true }
    : meaning;
}

function parseEnglishStateWord(stateText: string): StateMeaning | undefined {
  if (stateText.length > 60) return undefined;
  const compact = stateText.replaceAll(/[\s_-]+/g, '');
  if (CONTROL_MESSAGE.test(compact)) return { type: 'CONTROL', strong: true };
  let tokens = splitStateWords(stateText);
  if (tokens.length === 0 || tokens.length > 6) return undefined;
  // `FIRING_TO_OK`: the new state counts.
  const to = tokens.lastIndexOf('to');
  if (to > 0 && to < tokens.length - 1) {
    const [before = '', newState = ''] = [tokens[to - 1], tokens[to + 1]];
    if (/^\d/.test(newState)) return undefined;
    if (before === 'back' && tokens.includes('not')) return { type: 'ALERT', strong: true };
    const isChange =
      !NO_CHANGE_PREFIXES.has(before) ||
      (before === 'up' && (FIRING_WORDS.has(newState) || RESOLVED_WORDS.has(newState)));
    tokens = isChange ? tokens.slice(to + 1) : tokens.slice(0, to);
  }
  // `No Data recovered`: "no data" is the problem, not a negation.
  if (tokens.length > 2 && tokens[0] === 'no' && tokens[1] === 'data') tokens = tokens.slice(2);
  const hasNegation = tokens.some(
    (token) => token === 'not' || token === 'no' || token === 'un' || token === 'non',
  );
  const hasNoResolved = tokens.some(
    (token, at) => token === 'no' && RESOLVED_WORDS.has(tokens[at + 1] ?? ''),
  );
  if (hasNoResolved || (tokens.includes('not') && tokens.some((token) => RESOLVED_WORDS.has(token))))
    return { type: 'ALERT', strong: true };
  if (!hasNegation && isResolvedBy(tokens, stateText)) return { type: 'RECOVERY', strong: true };
  const neutralIndex = tokens.findLastIndex(
    (token) => NEUTRAL_WORDS.has(token) || DOWNTIME_OR_FLAPPING.test(token),
  );
  if (neutralIndex >= 0 && !tokens.slice(neutralIndex + 1).some((token) => FAILURE_WORDS.has(token)))
    return { type: 'NEITHER', strong: true };
  if (tokens.some((token) => FIRING_WORDS.has(token)) || compact.toLowerCase() === 'nodata') {
    return { type: 'ALERT', strong: true };
  }
  if (tokens.includes('expired') && tokens.some((token) => EXPIRABLE_NOUNS.has(token)))
    return { type: 'ALERT', strong: true };
  if (tokens.includes('with') && tokens.some((token) => ENDED_WORDS.has(token) || RESOLVED_WORDS.has(token)))
    return tokens.some((token) => ERROR_WORD.test(token)) ? { type: 'ALERT', strong: true } : undefined;
  if (
    !hasNegation &&
    !isEndOfSomethingElse(tokens) &&
    tokens.some((token) => ENDED_WORDS.has(token)) &&
    !tokens.some((token) => ERROR_WORD.test(token))
  )
    return { type: 'RECOVERY', strong: false };
  return tokens.some((token) => WEAK_WORDS.has(token)) ? { type: 'ALERT', strong: false } : undefined;
}
