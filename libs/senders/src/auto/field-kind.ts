import { parseInstant } from '../vocabulary/instant.js';
import { parseSeverityWord } from '../vocabulary/severity.js';
import { qualifiedName, singular } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isContainerId } from './envelope-id.js';
import { ACTION, LINKS, SEVERITY, STATE, TIME } from './field-names.js';
import { endsLikeId } from './id-name.js';
import { isStateText, parseStateWord } from './state-word.js';
import { isId, isNumeric, isUrl } from './text-checks.js';

const MAX_TEXT_LENGTH = 100;

/** Fields that say what happened, as opposed to what it happened to. */
export const EVENT_NAMES: ReadonlySet<string> = new Set([
  ...ACTION,
  'type',
  'eventtypecode',
  'alerttypename',
]);
const STATES: ReadonlySet<string> = new Set([...STATE, ...SEVERITY]);
const TIMES: ReadonlySet<string> = new Set(TIME);
const SOURCE_LINKS: ReadonlySet<string> = new Set(Object.values(LINKS).flat());

/** What changes between firing and resolved, or from one report to the next. */
const CHANGING_NAME =
  /(?:status|state|health|level|severity|priority|urgency|impact|result|outcome|conclusion|resolution|reason|cause|errors?|exception|trace|message|msg|text|description|summary|title|subject|headline|details?|info|output|response|content|body|notes?|comment|hint|advice|explanation|log|time|date|timestamp|(?:ed|ing|s|ran)(?:at|on)|weekday|month|year|hour|period|interval|stack|retry\w*|duration|elapsed|count|size|total|percent|value|values|threshold|metric|version|code|format|lang|language|locale|timezone|color|colour|icon|emoji|image|avatar|mode|role|phase|stage|step|progress|attempts?|retry|retries|commit\w*|ref|sha|revision|hash|signature|token|secret|password|nonce|sequence|trend|direction|quality|strength|battery|availability|^age|^page|^change|^power|^day|useragent|httpagent)$/;
/** Of these, also the id, the name or the label changes: `severity_name`, `status: {label}`. */
const CHANGING_OWNER =
  /(?:status|state|health|level|severity|priority|urgency|impact|criticality|importance|result|outcome|conclusion|resolution|reason|cause|error|exception|failure|phase|stage|step|progress|mode|role|attempt|commit|revision|version|color|colour|icon|action|transition|(?:event|alert|alarm|notification|message|trigger)(?:type|kind)|^(?:type|event|message|day|weekday|month|shift|change|issuer|checker))$/;
/** What only a failure states. */
const ONLY_OF_FAILURES =
  /^(?:error|exception|failure)|^(?:fail(?:ed|ing)|broken|errored|crashed)(?:step|stage|phase|task|test|command|action|file|line)/;
/** People, and what a person or a timer did: another does it the next time. */
const PERSON =
  /user|author|actor|operator|owner|creator|assignee|person|member|contact|email|trigger|initiat|approver|reviewer|reporter|responder|request[eo]r|submitter|recipient|caller|engineer|technician|oncall|issuer|by(?:name|id)?$/;
const FORMER = /^(?:prev|old|last|former|first|next|new|from|original)/;
const UNRELATED_PARENT =
  /^(?:prev|old|last|former|commit|from$|links?$|urls?$|meta|headers?|trigger)|user|author|actor/;
const ID_END = '(?:id|uuid|guid|number)$';
/** Ids of a message, of a single run, of a process, or of a state. */
const PASSING_ID = new RegExp(
  `^(?:message|request|delivery|notification|webhook|trace|span|session|event|transaction|invocation|history|revision|version|commit|parent|occurrence|response|dispatch)` +
    `|^(?:log|record|ping|callback|process|thread|lock|lease)${ID_END}|^pp?id$|^tid$` +
    `|(?:run|execution|attempt|delivery|invocation|event|transaction|request|history|log|message|status|state|severity|level|priority|urgency|impact|change|update|reason|error|result|outcome|action|comment|note|reply|measurement|reading|sample|datapoint|value|shift)${ID_END}`,
);
/** What runs again and again. The id may be that of the run. */
const RUN_ID = new RegExp(
  `^(?:sync|build|scan|backup|import|export|deploy|deployment|job|task|transfer|restore|migration|snapshot|batch|replication|upload|download|refresh|test|operation|activity|release|rollout|image|file|report|archive|dump|query|cycle|container|pod)${ID_END}`,
);
/** What each run makes anew. Its name is that of the run if it contains a figure: `orders-20240501.csv`. */
const RUN_PRODUCT =
  /(?:file|backup|build|snapshot|batch|archive|artifact|image|release|dump|export|import|restore|scan|report|recoverypoint|restorepoint)name$/;
const RUN_NAME = /(?:run|execution|attempt|invocation|session|request)name$/;
const ACCOUNT_NAME =
  /^(?:account|tenant|org|organization|organisation|team|company|customer|workspace|sender)/;
const THING_URL =
  /^(?:site|target|website|endpoint|monitor|check|domain|feed|service|repo|repository|host|app)url$/;
const CONTENT =
  /^(?:|data|payload|object|resource|details|body|entity|subject|event|attributes|properties|context)$/;

/** Things that alarms happen to. A field of such a name holds one, even its number. */
const THING =
  /^(?!(?:repo|repository|package|module|model)(?:tag|ref)$)(?:asset|camera|gateway|worker|robot|tank|pump|valve|motor|boiler|line|zone|unit|machine|station|gate|door|lift|elevator|meter|channel|sensor|probe|device|turbine|inverter|charger|vehicle|truck|drone|till|terminal|lane|rack|bay|slot|module|node|printer|phone|router|switch|tunnel|circuit|site|store|storage|branchoffice|location|connector|connection|integration|flow|task|dag|schedule|stream|table|dataset|collection|index|model|bucket|topic|queue|domain|endpoint|host|hostname|logserver|volume|disk|raid|array|vault|backupset|catalog|policy|plan|certificate|license|repository|repo|package|feature|flag|partition|shard|replica|backend|upstream|pool|member|peer|neighbor|agent|recorder|contactor|commonname|identifier)(?:no|nr|num|number|tag|label|key|ref|path)?$/;
const NAME_END = /(?:displayname|name|uuid|guid|id|label|code|text|slug|kind|color|value|key)$/;
/** Names that say nothing without that of the object that they are in. */
const BARE_NAME = /^(?:displayname|name|uuid|guid|id|label|code|text|slug|kind|color|value|key|title|type)$/;

const BOOLEAN = /^(?:true|false|yes|no|on|off|null|none|n\/a)$/i;
const MEASURED = /^[<>~+-]?\d+(?:[.,]\d+)?\s?[a-zµ%°/]{1,4}$/i;
/** A text that begins with a figure (`3 retries`), and a time of day. */
const COUNTED = /^[<>~+-]?\d+(?:[.,]\d+)?\s|^\d+\/\d+$|(?:^|\D)\d{1,2}:\d\d(?:\D|$)/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,}$/i;
/** Words for how something is. */
const CONDITION =
  /^(?:low|high|full|empty|idle|busy|active|enabled|disabled|locked|unlocked|charging|discharging|dry|wet|ajar|moving|present|absent|good|bad|fair|poor|weak|strong|hot|cold|entered|left|exited|new|primary|secondary|master|slave|leader|follower|standby|mains)$/i;

/** `id` and `name` are of a thing. A `run` may be one, or only one run of it. Any other `text` may say something else. */
export type Kind = 'id' | 'name' | 'run' | 'text';

/** Returns whether the field names a thing, an id that may be that of a run, or another short text; `undefined` if it tells nothing. */
export function kindOf(field: ScalarField): Kind | undefined {
  const { name, parent, depth, pointer, text, value } = field;
  const isInContent = CONTENT.test(parent) && depth <= 1;
  const fullName = qualifiedName(field);
  const isNamedId = endsLikeId(field, fullName);
  // Of other names only texts tell something. Most fields of a long body are figures.
  if (
    typeof value !== 'string' &&
    !isNamedId &&
    !fullName.endsWith('name') &&
    !(isInContent && THING.test(name))
  )
    return undefined;
  if (
    depth > 3 ||
    text.length > MAX_TEXT_LENGTH ||
    /\/\d+(?:\/|$)/.test(pointer) ||
    /[\n{]/.test(text) ||
    BOOLEAN.test(text) ||
    STATES.has(name) ||
    EVENT_NAMES.has(name) ||
    TIMES.has(name) ||
    FORMER.test(name) ||
    UNRELATED_PARENT.test(parent)
  )
    return undefined;
  const owner = ownerOf(field, fullName);
  if (isInContent && THING.test(name) && isNameOfThing(name, text)) return thingKind(name, text);
  const isOfThing = THING.test(owner) && (isInContent || owner === singular(parent));
  if (isChanging(name, owner) || (!isOfThing && PERSON.test(fullName))) return undefined;
  if (PASSING_ID.test(fullName) || ACCOUNT_NAME.test(fullName) || isContainerId(field)) return undefined;
  if (isUrl(text)) return THING_URL.test(fullName) && !SOURCE_LINKS.has(name) ? 'name' : undefined;
  // A queue may be called `critical`.
  if (!isOfThing && saysState(text)) return undefined;
  if (isNamedId) return idKind(field, fullName);
  if (fullName.endsWith('name')) return nameKind(fullName, text);
  return isInContent ? textKind(field) : undefined;
}

const STATE_OR_PERSON =
  /^[a-z]*(?:status|state|severity|priority|urgency|impact|criticality)$|^(?:health|level|outcome|result|resolution|phase|stage|issuer|requester|requestor|approver|assignee|reporter|reviewer|responder)$/;
/** Returns whether the field only names a state or a person: `priority: {name}`. */
export const isNameOfState = ({ name, parent }: ScalarField): boolean =>
  BARE_NAME.test(name) && STATE_OR_PERSON.test(parent);

/** Returns of what the field is the name, the id or the label: `status` of `status_name` and of `status: {label}`. */
function ownerOf({ name, parent }: ScalarField, fullName: string): string {
  return BARE_NAME.test(name) ? singular(parent) : fullName.replace(NAME_END, '');
}

function isChanging(name: string, owner: string): boolean {
  return (
    CHANGING_NAME.test(name) ||
    CHANGING_OWNER.test(owner) ||
    (owner !== 'condition' && (STATES.has(owner) || EVENT_NAMES.has(owner))) ||
    ONLY_OF_FAILURES.test(name)
  );
}

/** Returns whether the text is a word for a state or a severity. */
const saysState = (text: string): boolean =>
  isStateText(text) || (/^\p{L}{3,}$/u.test(text) && parseSeverityWord(text) !== undefined);

const isNameOfThing = (name: string, text: string): boolean =>
  /^\d{1,9}$/.test(text) ||
  ADDRESS.test(text) ||
  (isShortText(text) && !(name.endsWith('ref') && HEX.test(text)));

/** An agent without a figure or a hyphen in its name may be a person. */
const thingKind = (name: string, text: string): Kind =>
  name === 'agent' && !/[\d-]/.test(text) ? 'text' : 'name';

function idKind({ name, depth, text }: ScalarField, fullName: string): Kind | undefined {
  if ((depth === 0 && name === fullName && name === 'id') || /^-?\d+[.,]\d+$/.test(text)) return undefined;
  return RUN_ID.test(fullName) ? 'run' : 'id';
}

function nameKind(fullName: string, text: string): Kind {
  return RUN_NAME.test(fullName) || (RUN_PRODUCT.test(fullName) && /\d/.test(text)) ? 'run' : 'name';
}

function textKind({ value, text }: ScalarField): Kind | undefined {
  if (
    typeof value !== 'string' ||
    !isShortText(text) ||
    COUNTED.test(text) ||
    CONDITION.test(text) ||
    parseInstant(value) !== undefined
  )
    return undefined;
  return isId(text) || HEX.test(text) ? 'run' : 'text';
}

const isShortText = (text: string): boolean =>
  !isNumeric(text) &&
  !MEASURED.test(text) &&
  text.split(/\s+/).length <= 4 &&
  parseStateWord(text) === undefined &&
  !saysState(text);
