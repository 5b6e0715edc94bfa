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
  /** The word that says so. */
  readonly said: string;
  /** JSON pointer in the alarm; `undefined` where it is only assumed. */
  readonly from?: string;
  readonly sure: number;
  readonly ended?: Date;
}

const RANK = new Map(STATE.map((name, rank) => [name, rank]));
const TRUE = /^(?:1|true|yes)$/i;
const FALSE = /^(?:0|false|no)$/i;
/** `status: 0` is down and `status: 1` is up; `state: 0` is well, as is a trigger whose value is 0. */
const NUMBERED = /^(?:status|monitorstatus|alertstatus|heartbeatstatus)$/;
/** What is watched for being up: of any other thing a status 1 may as well be the first of many. */
const WATCHED = /^(?:monitor|check|heartbeat|site|website|url|uptime|probe|ping|test)/;
const VALUED = /^(?:state|alarmstatus|eventvalue|triggervalue)$/;
/** The name of a state behind a word of the sender's own: `ticket_status`; not of the past, nor of what is wanted. */
const SOME_STATE = /^(?!prev|old|last|first|from|desired|page|http|smtp|code).*(?:status|state)$/;
const SOME_RANK = 40;

/** Firing or resolved: of the words of state the least deep and most telling; else the end; else the title. */
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
  // What went wrong has an end as well.
  const wrong = best === undefined ? candidates.find(({ fact }) => isError(fact)) : undefined;
  if (wrong !== undefined)
    return { type: 'ALERT', said: wrong.fact.text, from: wrong.fact.pointer, sure: 0.5 };
  // That it is not down says nothing of what is told of it in a word that nobody knows.
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

/** LibreNMS numbers its states, and says in the title what became of the alert. */
const TAKEN = /\b(?:is|was|got|has been) acknowledged\W*$/i;

const isTest = ({ name, text, depth }: Fact): boolean =>
  depth <= 1 && /^(?:is)?test(?:message|alert|notification|event)$|^istest$/.test(name) && TRUE.test(text);

/** Of an element that says nothing of itself, what is said of all of them. */
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
/** An answer may be `ok` as well. */
const OF_ALARMS = /^(?:resolved|recovered|closed|cleared|recovery|firing|triggered|open|problem|alerting)$/i;

/** The word for a state; what is told by a figure or by yes and no as the word that it stands for. */
export function wordOf({ said, from }: State): string | undefined {
  if (!/^(?:\d|true|false|yes|no)$/i.test(said)) return said;
  if (/(?:status|down|up|online)$/i.test(from ?? '')) return 'down';
  return /fail(?:ed)?$/i.test(from ?? '') ? 'failed' : undefined;
}

/** `incident_status: {name: "Closed"}` says what `incident_status: "Closed"` does. */
function ofState(fact: Fact): Fact {
  const { name, parent, depth } = fact;
  return /^(?:name|value|category|label|text)$/.test(name) && /(?:status|state)$/.test(parent)
    ? { ...fact, name: parent, parent: '', depth: depth - 1 }
    : fact;
}

/** Less is more: what stands less deep and has the more telling name, and news before states. */
function costOf({ name, depth, text }: Fact, { type, strong }: Meaning): number {
  // What 0 and 1 mean is a guess where a word says it.
  const numbered = NUMBERED.test(name) && /^[01]$/.test(text) ? 7 : 0;
  // What a thing inside is now may be another than what is told.
  const guess = depth > 0 && (TRUE.test(text) || FALSE.test(text)) ? 7 : numbered;
  const news = strong && type !== 'ALERT' && HAPPENED.includes(name) ? 10 : 0;
  return depth * 8 + (RANK.get(name) ?? (SOME_STATE.test(name) ? SOME_RANK : 6)) / 4 - news + guess;
}

function meaningIn({ name, text, parent, depth }: Fact): Meaning | undefined {
  // A value is mostly a figure; what an alarm alone has as one may be its state.
  if (/^(?:value|to)$/.test(name) && (depth > 0 || !isState(text))) return undefined;
  if (
    /^(?:is)?active$/.test(name) &&
    /^(?:alert|alarm|incident|problem|issue|violation)$/.test(parent) &&
    FALSE.test(text)
  )
    return { type: 'RECOVERY', strong: false };
  const yes = YES_IS_FINE.includes(name) ? 'RECOVERY' : YES_IS_BAD.includes(name) ? 'ALERT' : undefined;
  if (yes !== undefined && (TRUE.test(text) || FALSE.test(text))) {
    // What has not failed may have been called off.
    const strong = !(/^(?:is)?failed$/.test(name) && FALSE.test(text));
    return { type: TRUE.test(text) ? yes : yes === 'ALERT' ? 'RECOVERY' : 'ALERT', strong };
  }
  if (!RANK.has(name) && !SOME_STATE.test(name)) return undefined;
  // A check ends as a process does: with 0 where all is well.
  if (name === 'status' && parent === 'check' && /^[0-3]$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (VALUED.test(name) && /^\d$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (NUMBERED.test(name) && /^[01]$/.test(text))
    return { type: text === '0' ? 'ALERT' : 'RECOVERY', strong: true };
  if (/^(?:trigger|event)$/.test(name) && /\bverification$/i.test(text))
    return { type: 'CONTROL', strong: true };
  // `type: Normal` is a kind of events, in Kubernetes of those of a node that is not ready, too.
  if (name === 'type' && /^normal$/i.test(text)) return undefined;
  const meaning = meaningOf(text);
  // A severity is a degree, not a state; only that nothing is wrong any more is said with it.
  if ((name === 'severity' || name === 'level') && meaning?.type === 'ALERT')
    return { ...meaning, strong: false };
  if (name === 'clear') return { type: 'RECOVERY', strong: true };
  return meaning;
}

/** What is finished has failed where it ended with another number than 0: `results: 2`, `exit_code: 1`. */
function hasFailed({ name, text }: Fact): boolean {
  return (
    /^(?:results?|(?:exit|return)(?:code|status|value)|(?:errors?|failures?|failed)(?:count)?)$/.test(name) &&
    /^-?[1-9]\d{0,9}$/.test(text)
  );
}

/** What is complete has failed where the title says so. */
const FAILS = /\b(?:fail(?:s|ed|ures?)|rejected|aborted|errored|broken|timed out)\b/i;

/** `EC2_INSTANCE_LAUNCH_ERROR` is news of an error. */
const isError = ({ name, text }: Fact): boolean =>
  HAPPENED.includes(name) && /[^a-z](?:error|fault)$/i.test(text);

/** Beside "completed" a result that nobody knows is no good one: `action_required`. */
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

/** An end that is still to come is planned, or that of a certificate. */
function endOf(facts: readonly Fact[], now: Date): Date | undefined {
  for (const fact of facts) {
    if (!ENDED.includes(fact.name) || fact.depth > 2) continue;
    const at = instantOf(fact.value);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
}
