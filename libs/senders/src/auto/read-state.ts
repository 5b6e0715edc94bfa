import type { EventType } from '../plugin-api/event.js';
import { instantOf } from '../vocabulary/instant.js';
import { tellsOfEnd } from '../vocabulary/told-end.js';
import type { Fact } from './facts.js';
import { ENDED, HAPPENED, STATE, YES_IS_BAD, YES_IS_FINE } from './names.js';
import { isState } from './is.js';
import { isOfRun, meaningOfRun } from './run-state.js';
import { meaningOf, type Meaning } from './state-word.js';

export interface State {
  readonly type: EventType | 'NEITHER' | 'CONTROL';
  /** The word that the state was derived from. */
  readonly said: string;
  /** JSON pointer of the word in the alarm; `undefined` if the state was only assumed. */
  readonly from?: string;
  readonly sure: number;
  readonly ended?: Date;
}

const RANK = new Map(STATE.map((name, rank) => [name, rank]));
const TRUE = /^(?:1|true|yes)$/i;
const FALSE = /^(?:0|false|no)$/i;
/** Names for which 0 is down and 1 is up. For those in `VALUED` it is the reverse: 0 is well. */
const NUMBERED = /^(?:status|monitorstatus|alertstatus|heartbeatstatus)$/;
/** Names of things that are watched for being up. For other things, `status: 1` may be the first of several states. */
const WATCHED = /^(?:monitor|check|heartbeat|site|website|url|uptime|probe|ping|test)/;
const VALUED = /^(?:state|alarmstatus|eventvalue|triggervalue)$/;
/** Matches names that end like a state (`ticket_status`), but not names of a former or desired state. */
const SOME_STATE = /^(?!prev|old|last|first|from|desired|page|http|smtp|code).*(?:status|state)$/;
const SOME_RANK = 40;

/**
 * Derives the state: from the fact with the lowest cost (see `costOf`), or else from a time of the end, or else from the
 * title.
 */
export function stateOf(facts: readonly Fact[], title: string | undefined, now: Date): State {
  const test = facts.find(isTest);
  if (test !== undefined) return { type: 'CONTROL', said: test.name, from: test.pointer, sure: 1 };
  const ended = endOf(facts, now);
  const watched = facts.some(({ name, parent }) => WATCHED.test(name) || WATCHED.test(parent));
  const run = isOfRun(facts);
  const candidates = facts
    .map(ofState)
    .flatMap((fact) => {
      if (!watched && fact.name === 'status' && fact.text === '1') return [];
      const meaning = (run ? meaningOfRun(fact) : undefined) ?? meaningIn(fact);
      return meaning === undefined ? [] : [{ fact, meaning, cost: costOf(fact, meaning) }];
    })
    .sort((a, b) => a.cost - b.cost);
  const best = candidates.find(({ meaning }) => meaning.strong);
  if (best !== undefined && /^[2-9]$/.test(best.fact.text) && TAKEN.test(title ?? ''))
    return { type: 'NEITHER', said: 'acknowledged', from: best.fact.pointer, sure: 0.6 };
  const spoilt =
    best === undefined &&
    (FAILS.test(title ?? '') || facts.some((fact) => hasFailed(fact) || isUnknownResult(fact, run)));
  // The end of something that went wrong is not a recovery.
  const wrong = best === undefined ? candidates.find(({ fact }) => isError(fact)) : undefined;
  if (wrong !== undefined)
    return { type: 'ALERT', said: wrong.fact.text, from: wrong.fact.pointer, sure: 0.5 };
  // "Not down" is weak evidence. An unknown word for the event may report something bad, so the alarm fires.
  const unknown =
    best !== undefined && isNotBad(best.fact, best.meaning) ? facts.find(isUnknownWord) : undefined;
  if (unknown !== undefined) return { type: 'ALERT', said: unknown.text, from: unknown.pointer, sure: 0.3 };
  const weak = best ?? candidates.find(({ meaning }) => meaning.type === 'RECOVERY') ?? candidates[0];
  if (weak !== undefined && (weak.meaning.strong || ended === undefined)) {
    const { type } = weak.meaning;
    if (spoilt && type === 'RECOVERY')
      return { type: 'ALERT', said: weak.fact.text, from: weak.fact.pointer, sure: 0.5 };
    if (weak.meaning.strong || !tellsOfEnd(title)) {
      const sure = weak.meaning.strong ? 1 / (1 + weak.cost / 20) : 0.5;
      return { type, said: weak.fact.text, from: weak.fact.pointer, sure, ...(ended && { ended }) };
    }
  }
  if (ended !== undefined) return { type: 'RECOVERY', said: 'an end', sure: 0.6, ended };
  return { type: tellsOfEnd(title) ? 'RECOVERY' : 'ALERT', said: title ?? '', sure: 0.3 };
}

/** LibreNMS sends the state as a number, and says in the title that the alert was acknowledged. */
const TAKEN = /\b(?:is|was|got|has been) acknowledged\W*$/i;

const isTest = ({ name, text, depth }: Fact): boolean =>
  depth <= 1 && /^(?:is)?test(?:message|alert|notification|event)$|^istest$/.test(name) && TRUE.test(text);

/** Returns the state that the body gives for all alarms of a list, if the alarm has no state of its own. */
export function stateAround(own: State, around: readonly Fact[]): State {
  if (own.sure > 0.5 || own.type !== 'ALERT' || around.length === 0) return own;
  const said = around.find(
    ({ name, text }) => (RANK.has(name) || SOME_STATE.test(name)) && OF_ALARMS.test(text),
  );
  const meaning = said && meaningOf(said.text);
  return said === undefined || meaning === undefined
    ? own
    : { type: meaning.type, said: said.text, from: said.pointer, sure: 0.4 };
}
/** Words that are said of alarms. `ok` is not among them, because it may be the status of an HTTP response. */
const OF_ALARMS = /^(?:resolved|recovered|closed|cleared|recovery|firing|triggered|open|problem|alerting)$/i;

/** Returns the word for a state. A number or boolean is replaced by the word that the name of its field implies. */
export function wordOf({ said, from }: State): string | undefined {
  if (!/^(?:\d|true|false|yes|no)$/i.test(said)) return said;
  if (/(?:status|down|up|online)$/i.test(from ?? '')) return 'down';
  return /fail(?:ed)?$/i.test(from ?? '') ? 'failed' : undefined;
}

/** Reads `incident_status: {name: "Closed"}` as `incident_status: "Closed"`. */
function ofState(fact: Fact): Fact {
  const { name, parent, depth } = fact;
  return /^(?:name|value|category|label|text)$/.test(name) && /(?:status|state)$/.test(parent)
    ? { ...fact, name: parent, parent: '', depth: depth - 1 }
    : fact;
}

/** Returns the cost of a candidate; the lowest wins. Depth and a less telling name cost; recoveries that are reported save. */
function costOf({ name, depth, text }: Fact, { type, strong }: Meaning): number {
  // The meaning of 0 and 1 is a guess. A word for the state has precedence.
  const numbered = NUMBERED.test(name) && /^[01]$/.test(text) ? 7 : 0;
  // A boolean in a nested object may be the present state of something else.
  const guess = depth > 0 && (TRUE.test(text) || FALSE.test(text)) ? 7 : numbered;
  const news = strong && type !== 'ALERT' && HAPPENED.includes(name) ? 10 : 0;
  return depth * 8 + (RANK.get(name) ?? (SOME_STATE.test(name) ? SOME_RANK : 6)) / 4 - news + guess;
}

function meaningIn({ name, text, parent, depth }: Fact): Meaning | undefined {
  // A value is mostly a measured figure. Only at the top level may it be the state.
  if (/^(?:value|to)$/.test(name) && (depth > 0 || !isState(text))) return undefined;
  if (
    /^(?:is)?active$/.test(name) &&
    /^(?:alert|alarm|incident|problem|issue|violation)$/.test(parent) &&
    FALSE.test(text)
  )
    return { type: 'RECOVERY', strong: false };
  const yes = YES_IS_FINE.includes(name) ? 'RECOVERY' : YES_IS_BAD.includes(name) ? 'ALERT' : undefined;
  if (yes !== undefined && (TRUE.test(text) || FALSE.test(text))) {
    // A run that has not failed may have been cancelled.
    const strong = !(/^(?:is)?failed$/.test(name) && FALSE.test(text));
    return { type: TRUE.test(text) ? yes : yes === 'ALERT' ? 'RECOVERY' : 'ALERT', strong };
  }
  if (!RANK.has(name) && !SOME_STATE.test(name)) return undefined;
  // The status of a check is an exit code: 0 is well.
  if (name === 'status' && parent === 'check' && /^[0-3]$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (VALUED.test(name) && /^\d$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (NUMBERED.test(name) && /^[01]$/.test(text))
    return { type: text === '0' ? 'ALERT' : 'RECOVERY', strong: true };
  if (/^(?:trigger|event)$/.test(name) && /\bverification$/i.test(text))
    return { type: 'CONTROL', strong: true };
  // `type: Normal` is a kind of Kubernetes event, which a node that is not ready has as well.
  if (name === 'type' && /^normal$/i.test(text)) return undefined;
  const meaning = meaningOf(text);
  // A severity is weak evidence that the alarm fires. But some senders report the recovery by it.
  if ((name === 'severity' || name === 'level') && meaning?.type === 'ALERT')
    return { ...meaning, strong: false };
  if (name === 'clear') return { type: 'RECOVERY', strong: true };
  return meaning;
}

/** Returns whether the fact is a non-zero result or number of errors: `results: 2`, `exit_code: 1`. */
function hasFailed({ name, text }: Fact): boolean {
  return (
    /^(?:results?|(?:exit|return)(?:code|status|value)|(?:errors?|failures?|failed)(?:count)?)$/.test(name) &&
    /^-?[1-9]\d{0,9}$/.test(text)
  );
}

/** Words of a title that contradict a result such as "completed". */
const FAILS = /\b(?:fail(?:s|ed|ures?)|rejected|aborted|errored|broken|timed out)\b/i;

/** Matches an event whose name ends with an error: `EC2_INSTANCE_LAUNCH_ERROR`. */
const isError = ({ name, text }: Fact): boolean =>
  HAPPENED.includes(name) && /[^a-z](?:error|fault)$/i.test(text);

/** Returns whether the fact is an unknown result, such as `action_required`. Beside "completed" it is not taken for success. */
function isUnknownResult({ name, text }: Fact, run: boolean): boolean {
  const told = RESULT.test(name) || (run && /^(?:status|state)$/.test(name));
  return told && /\p{L}/u.test(text) && text.length <= 40 && meaningOf(text) === undefined;
}
const RESULT = /^(?:conclusion|outcome|result|(?:build|job|run|test|check)result)$/;

const isNotBad = ({ name, text }: Fact, { type }: Meaning): boolean =>
  type === 'RECOVERY' &&
  ((YES_IS_BAD.includes(name) && FALSE.test(text)) || (NUMBERED.test(name) && /^\d$/.test(text)));
const isUnknownWord = ({ name, depth, text }: Fact): boolean =>
  depth <= 1 &&
  /^(?:event|eventaction|eventtype|eventname|alertaction|action|state|status|alertstate|alertstatus|notificationtype|transition)$/.test(
    name,
  ) &&
  /^\p{L}[\p{L}\p{M} ._:-]{1,40}$/u.test(text) &&
  meaningOf(text) === undefined;

/** Returns the time of the end. A time in the future is that of something planned, or of a certificate, and does not count. */
function endOf(facts: readonly Fact[], now: Date): Date | undefined {
  for (const fact of facts) {
    if (!ENDED.includes(fact.name) || fact.depth > 2) continue;
    const at = instantOf(fact.value);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
}
