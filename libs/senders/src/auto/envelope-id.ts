import { singular } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isOtherWord } from './id-name.js';
import { isStateWord } from './text-checks.js';

/** Names that say in an envelope what happened: `{"id": "evt_1", "type": "monitor.down", "data": {…}}`. */
const EVENT_WORD = /^(?:type|event|eventtype|eventname|action|topic)$/;
const MESSAGE_ID = /^(?:id|uuid|eventid|eventuid|eventuuid)$/;
/** Ids that senders mark as those of an event. */
const MARKED_ID = /^(?:evt|ev|wev|msg|whd|whev|event|dlv)[_-]/i;
const CONTENT = /^\/(?:data|payload|object|resource|body|entity|subject)\//i;
/** Where the content of an envelope has its own id: `data.id`, `data.object.id`, `payload.monitor.id`. */
const CONTENT_ID = /(?:id|uuid)$/;
/** With one of these at the top level the alarm is not inside the envelope. */
const OWN_FACT =
  /^(?:status|state|severity|title|summary|message|description|subject|(?:alert|alarm|incident|problem|monitor|check)(?:name|title|status|state|id))$/;
const METADATA = /metadata|event|webhook|delivery|notification/;
/** What is repeated: each event of it has an id of its own. */
const REPEATED_NOUN = /^(?:job|task|flow|workflow|pipeline|connector|connection|sync|schedule|dag|backup)$/;

/**
 * Returns how to tell whether a field of these is the id of the message rather than of the alarm. It is another in each
 * delivery, so a recovery would never be found by it.
 */
export function createEnvelopeCheck(fields: readonly ScalarField[]): (field: ScalarField) => boolean {
  const top = fields.filter(({ depth }) => depth === 0);
  const candidates = top.filter(({ name }) => MESSAGE_ID.test(name));
  if (candidates.length === 0) return () => false;
  const eventWord = top.find(({ name, text }) => EVENT_WORD.test(name) && text.length <= 100);
  const hasContent = fields.some(({ pointer }) => CONTENT.test(pointer));
  const hasOwnFacts = top.some(({ name }) => OWN_FACT.test(name));
  const contentIds = fields.filter(
    (field) =>
      field.depth >= 1 &&
      field.depth <= 2 &&
      CONTENT_ID.test(field.name) &&
      !isOtherWord(field) &&
      CONTENT.test(field.pointer) &&
      !/\/\d+\//.test(field.pointer),
  );
  const noun = eventNoun(eventWord);
  const hasContentId = contentIds.some(
    ({ name, parent, depth, pointer }) =>
      isOwnId(name) &&
      (depth === 1 || /^\/[^/]+\/object\/[^/]+$/i.test(pointer) || singular(parent) === noun),
  );
  const repeated = new Set(
    fields.flatMap(({ name, parent, depth, pointer, text }) =>
      depth >= 1 && /^(?:id|uuid)$/.test(name) && METADATA.test(parent + pointer) ? [text] : [],
    ),
  );
  const isEnvelope = (field: ScalarField): boolean =>
    repeated.has(field.text) ||
    (MARKED_ID.test(field.text) && (eventWord !== undefined || hasContent)) ||
    (eventWord !== undefined && !hasOwnFacts && hasContentId) ||
    (field.name.startsWith('event') && hasNamedThing(fields, noun));
  const found = new Set(candidates.filter(isEnvelope).map(({ pointer }) => pointer));
  return ({ pointer }) => found.has(pointer);
}

/** Returns what an event is about: `monitor` of `monitor.down`. */
function eventNoun(eventWord: ScalarField | undefined): string | undefined {
  const noun = /^[a-z]+/.exec(eventWord?.text.toLowerCase() ?? '')?.[0];
  return noun === undefined || isStateWord(noun) ? undefined : noun;
}

/** Ids in the content that are not those of its surroundings or of a single run. */
const isOwnId = (name: string): boolean =>
  !/^(?:account|user|team|org|organization|organisation|tenant|workspace|company|customer|project|environment|region|zone|status|state|severity|priority|level|type|category|parent|request|trace|event|message|run)(?:id|uuid)$/.test(
    name,
  );

/** Returns whether the event is that of a thing with an id: `job.run.errored` beside `jobId`, or `job_id` beside `job_name`. */
function hasNamedThing(fields: readonly ScalarField[], noun: string | undefined): boolean {
  const names = new Set(
    fields.flatMap(({ name, parent, depth }) =>
      depth <= 2 ? [/^(?:id|name)$/.test(name) ? singular(parent) + name : name] : [],
    ),
  );
  if (noun !== undefined && noun !== 'event' && names.has(`${noun}id`)) return true;
  return [...names].some(
    (name) =>
      name.endsWith('id') && REPEATED_NOUN.test(name.slice(0, -2)) && names.has(`${name.slice(0, -2)}name`),
  );
}

/** Objects that contain the thing that the alarm is about. Their id is that of many alarms. */
const CONTAINER =
  /^(?:workspace|group|destinationgroup|hostgroup|resourcegroup|tenant|org|organization|organisation|account|team|company|customer|project|environment|space|room|channel|board|page|installation|integration|webhook|sender|receiver|contact|recipient)$/;
const CONTAINER_ID =
  /^(?:workspace|group|tenant|org|organization|account|team|company|customer|environment)(?:id|uuid|key)$/;

/** Returns whether the field is the id of what contains the thing that the alarm is about. */
export const isContainerId = ({ name, parent }: ScalarField): boolean =>
  CONTAINER_ID.test(name) ||
  (/^(?:id|uuid|key|token|number|identifier|externalid)$/.test(name) && CONTAINER.test(singular(parent)));

/**
 * Returns how to tell whether a field of these is the id of a container. A cluster may be the thing itself: it counts as one if
 * something inside it has an id of its own.
 */
export function createContainerCheck(fields: readonly ScalarField[]): (field: ScalarField) => boolean {
  const isCluster = ({ name, parent }: ScalarField): boolean =>
    name === 'clusterid' || (name === 'id' && singular(parent) === 'cluster');
  const hasOther = fields.some(
    (field) =>
      field.name === 'id' &&
      field.depth > 0 &&
      field.depth <= 2 &&
      !isCluster(field) &&
      !isContainerId(field) &&
      !/^(?:user|author|actor|creator|event|meta|metadata)$/.test(field.parent),
  );
  return (field) => isContainerId(field) || (hasOther && isCluster(field));
}
