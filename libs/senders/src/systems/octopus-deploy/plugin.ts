import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseBy } from '../../vocabulary/recognise-by.js';
import { link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';

const category = text('Category');

/** What a category is about, and the types of documents that identify it, in the ids that the event refers to. */
interface Subject {
  readonly name: string;
  readonly categories: RegExp;
  readonly documents: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { name: 'machine', categories: /^Machine/, documents: ['Machines'] },
  { name: 'worker', categories: /^Worker/, documents: ['Workers', 'Machines'] },
  { name: 'certificate', categories: /^Certificate/, documents: ['Certificates'] },
  {
    name: 'runbook',
    categories: /^RunbookRun/,
    documents: ['Runbooks', 'Projects', 'Environments', 'Tenants'],
  },
  {
    name: 'deployment',
    categories: /^(?:Deployment|GuidedFailure|Task)/,
    documents: ['Projects', 'Environments', 'Tenants'],
  },
];

const PROBLEM = /(?:Failed|Unhealthy|Unavailable|HasWarnings|Blocked|InterruptionRaised)$|^CertificateExpir/;
const RECOVERY = /(?:Succeeded|Healthy)$|^CertificateReplaced$/;
/** A manual step asks for a decision. It is no failure. */
const NO_PROBLEM = /^ManualIntervention/;

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const named = category(alarm);
  if (named === undefined) return undefined;
  if (PROBLEM.test(named) && !NO_PROBLEM.test(named)) return 'ALERT';
  return RECOVERY.test(named) ? 'RECOVERY' : ignored(`${named}: neither a failure nor its end`);
}

const subjectOf = (alarm: Alarm): Subject | undefined =>
  SUBJECTS.find(({ categories }) => categories.test(category(alarm) ?? ''));

const listOf = (alarm: Alarm): readonly Json[] => {
  const ids = isObject(alarm.value) ? alarm.value['RelatedDocumentIds'] : undefined;
  return Array.isArray(ids) ? ids : [];
};

/** Returns the related ids of these types, such as `Projects-81`. Ids are unique in a server. */
function relatedIds(alarm: Alarm, types: readonly string[]): readonly string[] {
  const ids = listOf(alarm).filter((id): id is string => typeof id === 'string');
  return types.flatMap((type) => ids.filter((id) => id.startsWith(`${type}-`)).sort());
}

const MAX_MESSAGE_LENGTH = 1_000;
/** `Deploy to Production failed for Shop release 1.2.3 to Production` */
const PROJECT_AND_ENVIRONMENT = / for (\S.{0,200}?) release \S{1,200} to (.{1,200})$/;

/** Neither the id of the event nor that of the deployment: the deployment that succeeds is another one. */
function buildKey(alarm: Alarm): string | undefined {
  const subject = subjectOf(alarm);
  const ids = subject === undefined ? [] : relatedIds(alarm, subject.documents);
  if (subject !== undefined && ids.length > 0) return [subject.name, ...ids].join('/');
  const [project, environment] = namesOfMessage(alarm);
  if (subject !== undefined && project !== undefined) return `${subject.name}/${project}/${environment}`;
  const named = category(alarm);
  const related = relatedIds(alarm, ['Projects', 'Environments', 'Machines', 'Tenants']);
  return named === undefined ? undefined : [named, ...related].join('/');
}

/** Returns the name of a document, which is a part of the message. Positions outside of the message are ignored. */
function nameOfDocument(alarm: Alarm, type: string): string | undefined {
  const references = isObject(alarm.value) ? alarm.value['MessageReferences'] : undefined;
  const message = text('Message')(alarm);
  if (!Array.isArray(references) || message === undefined) return undefined;
  for (const reference of references as readonly Json[]) {
    if (!isObject(reference)) continue;
    const { ReferencedDocumentId: id, StartIndex: start, Length: length } = reference;
    if (typeof id !== 'string' || !id.startsWith(`${type}-`)) continue;
    if (typeof start !== 'number' || typeof length !== 'number') continue;
    return message.slice(start, start + length) || undefined;
  }
  return undefined;
}

/** Returns project and environment of the message, for messages that do not say where their names are. */
function namesOfMessage(alarm: Alarm): readonly (string | undefined)[] {
  const message = text('Message')(alarm)?.slice(0, MAX_MESSAGE_LENGTH) ?? '';
  return PROJECT_AND_ENVIRONMENT.exec(message)?.slice(1) ?? [];
}

/** Returns the page of the task. The payload contains the address of the server and the ids of space and task. */
function taskPage(alarm: Alarm): string | undefined {
  const server = link('$.Payload.ServerUri')(alarm)?.replace(/\/$/, '');
  const space = text('SpaceId')(alarm);
  const [task] = relatedIds(alarm, ['ServerTasks']);
  return server === undefined || space === undefined || task === undefined
    ? undefined
    : `${server}/app#/${space}/tasks/${task}`;
}

function deriveSeverity(alarm: Alarm): Severity {
  if (deriveEventType(alarm) === 'RECOVERY') return 'INFO';
  const named = category(alarm) ?? '';
  return /^CertificateExpiry|HasWarnings$|Blocked$|InterruptionRaised$/.test(named) ? 'WARNING' : 'ERROR';
}

/** The subscriptions of Octopus Deploy. */
export const octopusDeploy: Plugin = {
  plugin_id: 'octopus-deploy',
  version: '1.0.0',
  name: 'Octopus Deploy',
  provider: 'octopus-deploy',
  docs: loadGuide('systems/octopus-deploy'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/octopus-deploy'),
  recognises: recogniseBy(
    ['EventType', /^SubscriptionPayload$/],
    'Payload.Event.Category',
    'Payload.Event.Message',
  ),
  parse: createParser({
    alarms: eitherOf(listAt('Payload.Events'), (body) =>
      wholeBody('Payload.Event')(body)?.map(() => ({
        value: (body as { readonly Payload: { readonly Event: Json } }).Payload.Event,
        pointer: '/Payload/Event',
      })),
    ),
    expects: {
      body: 'a subscription of Octopus Deploy: an object with `Payload.Event`',
      identity: '`RelatedDocumentIds`',
      state: '`Category`',
    },
    event_key: buildKey,
    event_type: deriveEventType,
    title: text('Message', 'Category'),
    description: text('Details', 'Comments'),
    severity: deriveSeverity,
    rule: category,
    resource: (alarm) => {
      const subject = subjectOf(alarm);
      const type = subject?.documents[0] ?? 'Projects';
      const [id] = relatedIds(alarm, [type]);
      return id === undefined
        ? undefined
        : {
            resource_id: id,
            resource_type: type.toLowerCase().replace(/s$/, ''),
            name: nameOfDocument(alarm, type) ?? id,
          };
    },
    provider: () => 'octopus-deploy',
    account: text('$.Payload.ServerUri', 'SpaceId'),
    occurred_at: instant('Occurred', '$.Timestamp'),
    labels: labelled({
      project: (alarm) => nameOfDocument(alarm, 'Projects') ?? namesOfMessage(alarm)[0],
      environment: (alarm) => nameOfDocument(alarm, 'Environments') ?? namesOfMessage(alarm)[1],
      tenant: (alarm) => nameOfDocument(alarm, 'Tenants'),
      space: text('SpaceId'),
      subscription: text('$.Payload.Subscription.Name'),
    }),
    links: { source: taskPage },
    additional_info: {
      event_id: text('Id'),
      user: text('Username'),
      related: textList(undefined, 'RelatedDocumentIds'),
    },
  }),
};
