import { hash } from 'node:crypto';
import { parseInstant } from '../vocabulary/instant.js';
import { qualifiedName } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isContainerId } from './envelope-id.js';
import { ACTION, LINKS, SEVERITY, STATE, TIME } from './field-names.js';
import { splitStateWords, parseStateWord } from './state-word.js';
import { isNumeric, isUrl } from './text-checks.js';

const MAX_PARTS = 8;
const MAX_PART_LENGTH = 100;
const MAX_KEY_LENGTH = 250;

/** Fields that say what happened, as opposed to what it happened to. */
const EVENT_NAMES: ReadonlySet<string> = new Set([...ACTION, 'type', 'eventtypecode', 'alerttypename']);
/** Returns whether the field is the word for a kind of events: the same for all things that it may happen to. */
export const isEventWord = ({ name, text }: ScalarField): boolean =>
  EVENT_NAMES.has(name) && !/\s\S+\s/.test(text.trim());

/** Resources that contain many things. */
const WIDE_RESOURCE =
  /^(?:source|cluster|clustername|application|applicationname|app|appname|projectname|resource|object|objectname)$/;
export const isWide = ({ name }: ScalarField): boolean => WIDE_RESOURCE.test(name);

/** What changes between firing and resolved, or from one report to the next. */
const CHANGING_NAME =
  /(?:status|state|health|level|severity|priority|urgency|impact|result|outcome|conclusion|reason|cause|errors?|exception|trace|message|msg|text|description|summary|title|subject|headline|details?|info|output|content|body|notes?|comment|log|time|date|timestamp|(?:ed|ing|s|ran)(?:at|on)|stack|retry\w*|duration|elapsed|age|count|size|total|percent|value|values|threshold|metric|version|code|format|lang|language|locale|timezone|color|colour|icon|emoji|image|avatar|mode|phase|stage|step|progress|attempts?|retry|retries|commit\w*|ref|sha|revision|hash|signature|token|secret|password|nonce|sequence|agent)$/;
/** People, and what a person or a timer did: another does it the next time. */
const PERSON =
  /user|author|actor|operator|owner|creator|assignee|person|member|contact|email|trigger|initiat|by(?:name|id)?$/;
const FORMER = /^(?:prev|old|last|former|first|next|new|from|original)/;
const UNRELATED_PARENT =
  /^(?:prev|old|last|former|commit|links?$|urls?$|meta|headers?|trigger)|user|author|actor/;
/** Ids of a message, of a single run, or of a state. */
const PASSING_ID =
  /^(?:message|request|delivery|notification|webhook|trace|span|session|event|transaction|invocation|log|record|history|revision|version|commit|parent)|(?:run|execution|attempt|delivery|invocation|event|transaction|request|history|log|message|status|state|severity|level|priority|urgency|impact|change|update|reason|error|result|outcome|action|comment|note|reply|measurement|reading|sample|datapoint|value|shift)(?:id|uuid|guid|number)$/;
/** What runs again and again. The id may be that of the run. */
const RUN_ID =
  /^(?:sync|build|scan|backup|import|export|deploy|deployment|job|task|transfer|restore|migration|snapshot|batch|replication|upload|download|refresh|test)(?:id|uuid|guid|number)$/;
const ACCOUNT_NAME =
  /^(?:account|tenant|org|organization|organisation|team|company|customer|workspace|sender)/;
const ID_NAME = /(?:id|uuid|guid|arn|serial|serialnumber|imei|mac|macaddress|domain)$/;
const THING_URL =
  /^(?:site|target|website|endpoint|monitor|check|domain|feed|service|repo|repository|host|app)url$/;
const CONTENT =
  /^(?:|data|payload|object|resource|details|body|entity|subject|event|attributes|properties|context)$/;

/** Things that alarms happen to. A field of such a name holds one, even its number. */
const THING =
  /^(?:asset|camera|gateway|worker|robot|tank|pump|valve|motor|boiler|line|zone|unit|machine|station|gate|door|lift|elevator|meter|channel|sensor|probe|device|turbine|inverter|charger|vehicle|truck|drone|till|terminal|lane|rack|bay|slot|module|node|printer|phone|router|switch|tunnel|circuit|site|store|branchoffice|location|connector|connection|integration|flow|task|dag|schedule|stream|table|dataset|collection|index|model|bucket|topic|queue|domain|endpoint|host|hostname|volume|disk|vault|backupset|policy|plan|certificate|license|repository|repo|package|feature|flag|partition|shard|replica|backend|upstream|pool|member|peer|neighbor|commonname|identifier)(?:no|nr|num|number|tag|label|key|ref|path)?$/;
const MEASURED = /^[<>~+-]?\d+(?:[.,]\d+)?\s?[a-zµ%°/]{1,4}$/i;

const SOURCE_LINKS: ReadonlySet<string> = new Set(Object.values(LINKS).flat());
const STATES: ReadonlySet<string> = new Set([...STATE, ...SEVERITY]);
const TIMES: ReadonlySet<string> = new Set(TIME);

/** `id` and `name` are of a thing. A `run` may be one, or only one run of it. Any other `text` may say something else. */
type Kind = 'id' | 'name' | 'run' | 'text';

/** Returns whether the field names a thing, an id that may be that of a run, or another short text; `undefined` if it tells nothing. */
function kindOf(field: ScalarField): Kind | undefined {
  const { name, parent, depth, pointer, text, value } = field;
  if (depth > 3 || text.length > MAX_PART_LENGTH || /\/\d+(?:\/|$)/.test(pointer) || /[\n{]/.test(text))
    return undefined;
  const fullName = qualifiedName(field);
  if (
    STATES.has(name) ||
    EVENT_NAMES.has(name) ||
    TIMES.has(name) ||
    CHANGING_NAME.test(name) ||
    FORMER.test(name) ||
    PERSON.test(fullName) ||
    UNRELATED_PARENT.test(parent)
  )
    return undefined;
  if (PASSING_ID.test(fullName) || ACCOUNT_NAME.test(fullName) || isContainerId(field)) return undefined;
  if (isUrl(text)) return THING_URL.test(fullName) && !SOURCE_LINKS.has(name) ? 'name' : undefined;
  if (ID_NAME.test(fullName))
    return depth === 0 && name === fullName && name === 'id' ? undefined : idKind(fullName);
  if (fullName.endsWith('name')) return 'name';
  if (!CONTENT.test(parent) || depth > 1) return undefined;
  if (THING.test(name) && (/^\d{1,9}$/.test(text) || isShortText(text))) return 'name';
  return typeof value === 'string' && isShortText(text) && parseInstant(value) === undefined
    ? 'text'
    : undefined;
}

const isShortText = (text: string): boolean =>
  !isNumeric(text) &&
  !MEASURED.test(text) &&
  text.split(/\s+/).length <= 4 &&
  !/^(?:true|false|yes|no|null|none)$/i.test(text) &&
  parseStateWord(text) === undefined;

const idKind = (name: string): Kind => (RUN_ID.test(name) ? 'run' : 'id');

/**
 * Returns what tells the things apart that the same kind of events may happen to. Rather too much is taken than too little:
 * with too little the recovery of one thing would close the alert of another.
 * @param known fields that are in the key already
 */
export function findTelling(
  fields: readonly ScalarField[],
  known: readonly (ScalarField | undefined)[],
): {
  readonly ids: readonly string[];
  readonly things: readonly string[];
  readonly texts: readonly string[];
} {
  const knownPointers = new Set(known.map((one) => one?.pointer));
  const found = fields.flatMap((field) => {
    const kind = knownPointers.has(field.pointer) ? undefined : kindOf(field);
    return kind === undefined ? [] : [{ kind, text: field.text }];
  });
  const textsOf = (...kinds: readonly Kind[]): readonly string[] =>
    shorten(found.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text));
  const [things, texts] = [textsOf('id', 'name'), textsOf('text')];
  // The id of a run counts only if there is nothing else, because the next run has another.
  return { ids: textsOf('id'), things, texts: texts.length > 0 ? texts : textsOf('run') };
}

function shorten(texts: readonly string[]): readonly string[] {
  const parts = [...new Set(texts)];
  const isLong = parts.length > MAX_PARTS || parts.join('/').length > MAX_KEY_LENGTH;
  return isLong ? [hash('sha256', parts.join('\n')).slice(0, 16)] : parts;
}

/** Returns the words of an event that are the same for its start, its failure and its success: `sync` of `sync_end`. */
export function eventSubject({ text }: ScalarField): string {
  return splitStateWords(text)
    .filter(
      (word) =>
        parseStateWord(word) === undefined &&
        !/^(?:on|begin|began|begun|start\w*|stop|run|running)$/.test(word),
    )
    .join(' ');
}
