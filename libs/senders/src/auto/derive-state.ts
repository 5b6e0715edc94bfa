import type { EventType } from '../plugin-api/event.js';
import { parseInstant } from '../vocabulary/instant.js';
import { isBadEnd, isRecoveryText } from '../vocabulary/recovery-text.js';
import type { ScalarField } from './collect-fields.js';
import { END_TIME, ACTION, SOFT_BOOLEANS, STATE, TRUE_IS_ALERT, TRUE_IS_RECOVERY } from './field-names.js';
import { isStateWord } from './text-checks.js';
import { RUNS, type RunRules } from './run-state.js';
import { isEventName, parseStateWord, type StateMeaning } from './state-word.js';

export interface State {
  readonly type: EventType | 'NEITHER' | 'CONTROL';
  /** The word that the state was derived from. */
  readonly word: string;
  /** JSON pointer of the word in the alarm; `undefined` if the state was only assumed. */
  readonly from?: string;
  readonly confidence: number;
  readonly ended?: Date;
}

const RANK = new Map(STATE.map((name, rank) => [name, rank]));
const TRUE = /^(?:1|true|yes)$/i;
const FALSE = /^(?:0|false|no)$/i;
/** Names for which 0 is down and 1 is up. For those in `ZERO_IS_OK` it is the reverse: 0 is well. */
const ONE_IS_UP = /^(?:status|monitorstatus|alertstatus|heartbeatstatus)$/;
/** Names of things that are watched for being up. For other things, `status: 1` may be the first of several states. */
const UPTIME_ENTITY = /^(?:monitor|check|heartbeat|site|website|url|uptime|probe|ping|test)/;
const ZERO_IS_OK = /^(?:state|alarmstatus|eventvalue|triggervalue)$/;
/** Matches names that end like a state (`ticket_status`), but not names of a former or desired state. */
const STATE_SUFFIX =
  /^(?!prev|old|last|first|from|former|prior|original|initial|before|expected|target|desired|page|http|smtp|code).*(?:status|state)$/;
/** Parents whose fields describe the state before. */
const FORMER_PARENT =
  /^(?:prev(?:ious)?|old|last|former|prior|before|from|original|initial)(?:state|status|alert|event|value|values|health|severity|level|result|data)?$/;
const SUFFIX_RANK = 40;

/**
 * Derives the state: from the fact with the lowest cost (see `costOf`), or else from a time of the end, or else from the
 * title.
 */
export function deriveState(
  fields: readonly ScalarField[],
  title: string | undefined,
  now: Date,
  { isAboutRun, parseRunState }: RunRules = RUNS,
): State {
  const testField = fields.find(isTestFlag);
  if (testField !== undefined)
    return { type: 'CONTROL', word: testField.name, from: testField.pointer, confidence: 1 };
  const ended = findEndTime(fields, now);
  const isUptimeCheck = fields.some(
    ({ name, parent }) => UPTIME_ENTITY.test(name) || UPTIME_ENTITY.test(parent),
  );
  const isRun = isAboutRun(fields);
  const isAboutThing = fields.some(isEnd) && mayExpire(fields);
  const candidates = fields
    .filter(({ parent }) => !FORMER_PARENT.test(parent))
    .map(unwrapStateObject)
    .filter((fact) => !isAboutThing || !isEnd(fact))
    .flatMap((fact) => {
      if (!isUptimeCheck && fact.name === 'status' && fact.text === '1') return [];
      const meaning = (isRun ? parseRunState(fact) : undefined) ?? parseFieldState(fact);
      return meaning === undefined ? [] : [{ fact, meaning, cost: costOf(fact, meaning) }];
    })
    .sort((a, b) => a.cost - b.cost);
  const best = candidates.find(({ meaning }) => meaning.strong);
  if (best !== undefined && /^[2-9]$/.test(best.fact.text) && ACKNOWLEDGED_TITLE.test(title ?? ''))
    return { type: 'NEITHER', word: 'acknowledged', from: best.fact.pointer, confidence: 0.6 };
  const hasFailure =
    best === undefined &&
    (FAILURE_WORD.test(title ?? '') ||
      fields.some((fact) => isFailedResult(fact) || isUnknownResult(fact, isRun) || isBadMessage(fact)));
  // The end of something that went wrong is not a recovery.
  const errorEvent = best === undefined ? candidates.find(({ fact }) => isError(fact)) : undefined;
  if (errorEvent !== undefined)
    return { type: 'ALERT', word: errorEvent.fact.text, from: errorEvent.fact.pointer, confidence: 0.5 };
  // "Not down" is weak evidence. An unknown word for the event may report something bad, so the alarm fires.
  const unknown =
    best !== undefined && isWeakRecovery(best.fact, best.meaning) ? fields.find(isUnknownWord) : undefined;
  if (unknown !== undefined)
    return { type: 'ALERT', word: unknown.text, from: unknown.pointer, confidence: 0.3 };
  const candidate = best ?? candidates.find(({ meaning }) => meaning.type === 'RECOVERY') ?? candidates[0];
  if (candidate !== undefined && (candidate.meaning.strong || ended === undefined)) {
    const { type } = candidate.meaning;
    if (hasFailure && type === 'RECOVERY')
      return { type: 'ALERT', word: candidate.fact.text, from: candidate.fact.pointer, confidence: 0.5 };
    if (candidate.meaning.strong || !isRecoveryText(title)) {
      const sure = candidate.meaning.strong ? 1 / (1 + candidate.cost / 20) : 0.5;
      return {
        type,
        word: candidate.fact.text,
        from: candidate.fact.pointer,
        confidence: sure,
        ...(ended && { ended }),
      };
    }
  }
  if (ended !== undefined) return { type: 'RECOVERY', word: 'an end', confidence: 0.6, ended };
  return { type: isRecoveryText(title) ? 'RECOVERY' : 'ALERT', word: title ?? '', confidence: 0.3 };
}

/** LibreNMS sends the state as a number, and says in the title that the alert was acknowledged. */
const ACKNOWLEDGED_TITLE = /\b(?:is|was|got|has been) acknowledged\W*$/i;

const isTestFlag = ({ name, text, depth }: ScalarField): boolean =>
  depth <= 1 && /^(?:is)?test(?:message|alert|notification|event)$|^istest$/.test(name) && TRUE.test(text);

/** Returns the fact beside a list of alarms that gives the state of all of them. */
export function findSharedState(around: readonly ScalarField[]): ScalarField | undefined {
  return around.find(
    ({ name, text }) => (RANK.has(name) || STATE_SUFFIX.test(name)) && ALARM_STATE.test(text),
  );
}

/** Returns the state that the body gives for all alarms of a list, if the alarm has no state of its own. */
export function inheritState(ownState: State, sharedState: ScalarField | undefined): State {
  if (ownState.confidence > 0.5 || ownState.type !== 'ALERT') return ownState;
  const meaning = sharedState && parseStateWord(sharedState.text);
  return sharedState === undefined || meaning === undefined
    ? ownState
    : { type: meaning.type, word: sharedState.text, from: sharedState.pointer, confidence: 0.4 };
}
/** Words that are said of alarms. `ok` is not among them, because it may be the status of an HTTP response. */
const ALARM_STATE =
  /^(?:resolved|recovered|closed|cleared|recovery|firing|triggered|open|problem|alerting)$/i;

/** Returns the word for a state. A number or boolean is replaced by the word that the name of its field implies. */
export function stateWordOf({ word, from }: State): string | undefined {
  if (!/^(?:\d|true|false|yes|no)$/i.test(word)) return word;
  if (/(?:status|down|up|online)$/i.test(from ?? '')) return 'down';
  return /fail(?:ed)?$/i.test(from ?? '') ? 'failed' : undefined;
}

/** Reads `incident_status: {name: "Closed"}` as `incident_status: "Closed"`. */
function unwrapStateObject(field: ScalarField): ScalarField {
  const { name, parent, depth } = field;
  return (/^(?:name|value|category|label|text)$/.test(name) && /(?:status|state)$/.test(parent)) ||
    (/^(?:to|new|current|now|after|actual|next)$/.test(name) &&
      /(?:status|state|statechange|statuschange|transition|health)$/.test(parent))
    ? { ...field, name: parent, parent: '', depth: depth - 1 }
    : field;
}

/** Returns the cost of a candidate; the lowest wins. Depth and a less telling name cost; recoveries that are reported save. */
function costOf({ name, depth, text }: ScalarField, { type, strong }: StateMeaning): number {
  // The meaning of 0 and 1 is a guess. A word for the state has precedence.
  const numberCost = ONE_IS_UP.test(name) && /^[01]$/.test(text) ? 7 : 0;
  // A boolean in a nested object may be the present state of something else.
  const isBoolean = TRUE.test(text) || FALSE.test(text);
  const guessCost = isBoolean && SOFT_BOOLEANS.has(name) ? 14 : isBoolean && depth > 0 ? 7 : numberCost;
  // The words in the name of a problem are no state: `service_unit_failed_state`.
  const nameCost = type === 'ALERT' && ACTION.includes(name) && isEventName(text) ? 12 : 0;
  const reportBonus = strong && type !== 'ALERT' && ACTION.includes(name) ? 10 : 0;
  return (
    depth * 8 +
    (RANK.get(name) ?? (STATE_SUFFIX.test(name) ? SUFFIX_RANK : 6)) / 4 -
    reportBonus +
    guessCost +
    nameCost
  );
}

/** Objects that are the alarm itself. */
const ALARM_PARENT = /^(?:alert|alarm|incident|problem|issue|violation|event|data|payload)$/;

function parseFieldState({ name, text, parent, depth }: ScalarField): StateMeaning | undefined {
  // A value is mostly a measured figure. Only at the top level may it be the state.
  if (/^(?:value|to)$/.test(name) && (depth > 0 || !isStateWord(text))) return undefined;
  if (/^(?:is)?active$/.test(name) && ALARM_PARENT.test(parent) && FALSE.test(text))
    return { type: 'RECOVERY', strong: false };
  if (
    SOFT_BOOLEANS.has(name) &&
    depth > 0 &&
    !ALARM_PARENT.test(parent) &&
    (TRUE.test(text) || FALSE.test(text))
  )
    return undefined;
  const typeIfTrue = TRUE_IS_RECOVERY.includes(name)
    ? 'RECOVERY'
    : TRUE_IS_ALERT.includes(name)
      ? 'ALERT'
      : undefined;
  if (typeIfTrue !== undefined && (TRUE.test(text) || FALSE.test(text))) {
    // A run that has not failed may have been cancelled.
    const strong = !(/^(?:is)?failed$/.test(name) && FALSE.test(text));
    return { type: TRUE.test(text) ? typeIfTrue : typeIfTrue === 'ALERT' ? 'RECOVERY' : 'ALERT', strong };
  }
  if (!RANK.has(name) && !STATE_SUFFIX.test(name)) return undefined;
  // The status of a check is an exit code: 0 is well.
  if (name === 'status' && parent === 'check' && /^[0-3]$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (ZERO_IS_OK.test(name) && /^\d$/.test(text))
    return { type: text === '0' ? 'RECOVERY' : 'ALERT', strong: true };
  if (ONE_IS_UP.test(name) && /^[01]$/.test(text))
    return { type: text === '0' ? 'ALERT' : 'RECOVERY', strong: true };
  if (/^(?:trigger|event)$/.test(name) && /\bverification$/i.test(text))
    return { type: 'CONTROL', strong: true };
  // `type: Normal` is a kind of Kubernetes event, which a node that is not ready has as well.
  if (name === 'type' && /^normal$/i.test(text)) return undefined;
  const meaning = parseStateWord(text);
  // A severity is weak evidence that the alarm fires. But some senders report the recovery by it.
  if ((name === 'severity' || name === 'level') && meaning?.type === 'ALERT')
    return { ...meaning, strong: false };
  if (name === 'clear') return { type: 'RECOVERY', strong: true };
  return meaning;
}

/** Returns whether the fact is a non-zero result or number of errors: `results: 2`, `exit_code: 1`. */
function isFailedResult({ name, text }: ScalarField): boolean {
  return (
    /^(?:results?|(?:exit|return)(?:code|status|value)|(?:errors?|failures?|failed)(?:count)?)$/.test(name) &&
    /^-?[1-9]\d{0,9}$/.test(text)
  );
}

/** Words for an end that only an alarm may have, if it is to be a recovery. */
const END_OF_ALARM = /\b(?:expired|released?|withdrawn)\b/i;
/** Things that expire. That is an alarm, not the end of one. */
const EXPIRING_THING =
  /\bexpir|\b(?:ssl|tls|x509|cert(?:s|ificates?)?|domains?|licen[cs]es?|tokens?|passwords?|secrets?|credentials?|keys?|subscriptions?|leases?|sessions?|accounts?|heartbeats?|watchdogs?|contracts?|trials?|warrant(?:y|ies)|registrations?|quotas?|timers?|deadlines?|zertifikate?s?|lizenz(?:en)?|certificado|certificat|certificato|сертификат\p{L}*|licencia)\b|证书|證書|証明書|域名|许可|인증서/iu;

/** Returns whether the state is that something expired or was released. */
const isEnd = ({ text }: ScalarField): boolean =>
  text.length <= 60 && END_OF_ALARM.test(splitCamelCase(text));

/** Returns whether that is not said of an alarm, but of a thing. */
function mayExpire(fields: readonly ScalarField[]): boolean {
  const isAlarm = fields.some(({ name, parent }) => ALARM_FIELD.test(name) || ALARM_FIELD.test(parent));
  return (
    !isAlarm || fields.some((one) => one.text.length <= 300 && EXPIRING_THING.test(withoutState(one.text)))
  );
}
const ALARM_FIELD = /alert|alarm|incident|problem/;
const splitCamelCase = (text: string): string =>
  text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
/** A text that is only the state `expired` says nothing about a thing. */
const withoutState = (text: string): string => (/^expired$/i.test(text) ? '' : splitCamelCase(text));

/** Returns whether a message says that something ended badly: `finished with 3 errors`. */
const isBadMessage = ({ name, text, depth }: ScalarField): boolean =>
  depth <= 2 && MESSAGE_NAME.test(name) && isBadEnd(text);
const MESSAGE_NAME =
  /(?:message|msg|text|title|summary|subject|description|details?|output|reason|body|content)$/;

/** Words of a title that contradict a result such as "completed". */
const FAILURE_WORD = /\b(?:fail(?:s|ed|ures?)|rejected|aborted|errored|broken|timed out)\b/i;

/** Matches an event whose name ends with an error: `EC2_INSTANCE_LAUNCH_ERROR`. */
const isError = ({ name, text }: ScalarField): boolean =>
  ACTION.includes(name) && /[^a-z](?:error|fault)$/i.test(text);

/** Returns whether the fact is an unknown result, such as `action_required`. Beside "completed" it is not taken for success. */
function isUnknownResult({ name, text }: ScalarField, isRun: boolean): boolean {
  const isResultField = RESULT_NAME.test(name) || (isRun && /^(?:status|state)$/.test(name));
  return isResultField && /\p{L}/u.test(text) && text.length <= 40 && parseStateWord(text) === undefined;
}
const RESULT_NAME = /^(?:conclusion|outcome|result|(?:build|job|run|test|check)result)$/;

const isWeakRecovery = ({ name, text }: ScalarField, { type }: StateMeaning): boolean =>
  type === 'RECOVERY' &&
  ((TRUE_IS_ALERT.includes(name) && FALSE.test(text)) || (ONE_IS_UP.test(name) && /^\d$/.test(text)));
const isUnknownWord = ({ name, depth, text }: ScalarField): boolean =>
  depth <= 1 &&
  /^(?:event|eventaction|eventtype|eventname|alertaction|action|state|status|alertstate|alertstatus|notificationtype|transition)$/.test(
    name,
  ) &&
  /^\p{L}[\p{L}\p{M} ._:-]{1,40}$/u.test(text) &&
  parseStateWord(text) === undefined;

/** Returns the time of the end. A time in the future is that of something planned, or of a certificate, and does not count. */
function findEndTime(fields: readonly ScalarField[], now: Date): Date | undefined {
  for (const field of fields) {
    if (!END_TIME.includes(field.name) || field.depth > 2) continue;
    const at = parseInstant(field.value);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
}
