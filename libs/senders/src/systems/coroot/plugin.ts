import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { ignored, type AlarmFormat, type Ignored } from '../../vocabulary/alarm-format.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { resource } from '../../vocabulary/resource.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import { allLabels, labelled, toTags, type Labels } from '../../vocabulary/labels.js';

const EVENT_TYPES: Readonly<Record<string, EventType>> = {
  ok: 'RECOVERY',
  info: 'ALERT',
  warning: 'ALERT',
  critical: 'ALERT',
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  ok: 'INFO',
  info: 'INFO',
  warning: 'WARNING',
  critical: 'CRITICAL',
};

const MAX_URL_LENGTH = 2_000;

/** Returns a reader for a parameter of the link. It is the id of the incident or alert, in every message about it. */
function linkParameter(name: string): Reader<string> {
  const pattern = new RegExp(`[?&]${name}=([^&#\\s]{1,200})`);
  return (alarm) => pattern.exec(text('url')(alarm)?.slice(0, MAX_URL_LENGTH) ?? '')?.[1];
}
const projectId: Reader<string> = (alarm) =>
  /\/p\/([^/?#]{1,200})\//.exec(text('url')(alarm)?.slice(0, MAX_URL_LENGTH) ?? '')?.[1];
const application = text('application');
const applicationResource = resource(
  'application',
  (alarm) => application(alarm)?.split(':').at(-1),
  application,
);

const COMMON = {
  event_type: word(EVENT_TYPES, 'status'),
  severity: word(SEVERITIES, 'status'),
  resource: applicationResource,
  provider: () => 'coroot',
  account: firstOf(text('project_name'), projectId),
  links: { source: link('url') },
} as const;

/** Reads the namespace from `default:Deployment:app1`. Newer versions write the cluster before it. */
const namespaceLabel = labelled({
  namespace: (alarm) => application(alarm)?.split(':').at(-3) || undefined,
});

const isCode = (detail: Json): boolean => isObject(detail) && detail['code'] === true;

/** The details that are a log message or a query. */
function codeDetails(alarm: Alarm): Json[] {
  const found = value('details')(alarm);
  return Array.isArray(found) ? found.filter(isCode) : [];
}

/** The other details, such as the volume or the container. */
function plainDetails(alarm: Alarm): Labels | undefined {
  const found = value('details')(alarm);
  return Array.isArray(found) ? toTags(found.filter((detail: Json) => !isCode(detail))) : undefined;
}

/** An alert of an alerting rule. */
const ALERT: AlarmFormat = {
  ...COMMON,
  alarms: wholeBody('rule_name'),
  expects: {
    body: 'an alert: an object with `rule_name`, `application` and `status`',
    identity: 'the id of the alert in `url`, or `rule_name` and `application`',
    state: '`status` OK, WARNING or CRITICAL',
  },
  event_key: firstOf(linkParameter('alert'), joined('/', text('rule_name'), application)),
  title: joined(': ', text('rule_name'), application),
  description: text('summary'),
  rule: text('rule_name'),
  resolved_by: text('resolved_by'),
  labels: allLabels(plainDetails, namespaceLabel),
  additional_info: {
    details: (alarm) => {
      const found = codeDetails(alarm);
      return found.length === 0 ? undefined : found;
    },
    duration: text('duration'),
    resolved_by: text('resolved_by'),
  },
};

const checks = textList('check', 'reports');

/** An incident: an application that does not meet its objectives. */
const INCIDENT: AlarmFormat = {
  ...COMMON,
  // The message that an incident is over may come without reports.
  alarms: wholeBody('application'),
  expects: {
    body: 'an incident: an object with `reports`, `application` and `status`',
    identity: 'the id of the incident in `url`, or `application`',
    state: '`status` OK, WARNING or CRITICAL',
  },
  event_key: firstOf(linkParameter('incident'), application),
  title: joined(' ', application, (alarm) =>
    COMMON.event_type(alarm) === 'RECOVERY' ? 'meets its objectives again' : 'does not meet its objectives',
  ),
  description: joined('\n', textList('message', 'reports'), text('rca_summary')),
  rule: checks,
  labels: namespaceLabel,
  additional_info: { reports: value('reports'), remediations: text('rca_remediations') },
};

function deriveDeploymentType(alarm: Alarm): EventType | Ignored | undefined {
  const status = text('status')(alarm)?.toLowerCase();
  if (status === 'stuck') return 'ALERT';
  if (status === 'deployed') return 'RECOVERY';
  return status === undefined ? undefined : ignored(`a deployment that is ${status}`);
}

const DEPLOYMENT: AlarmFormat = {
  ...COMMON,
  alarms: wholeBody('version'),
  expects: {
    body: 'a deployment: an object with `version`, `application` and `status`',
    identity: '`application`',
    state: '`status` Deployed, In-progress, Stuck or Cancelled',
  },
  event_key: joined('/', () => 'deployment', application),
  event_type: deriveDeploymentType,
  title: joined(' ', () => 'Deployment of', application, text('version'), text('status')),
  description: textList(undefined, 'summary'),
  severity: (alarm) => (deriveDeploymentType(alarm) === 'ALERT' ? 'ERROR' : 'INFO'),
  rule: () => 'deployment',
  labels: namespaceLabel,
  additional_info: { version: text('version') },
};

const HEALTH = /^(?:OK|WARNING|CRITICAL|INFO)$/;
/** `default:Deployment:app1` */
const APPLICATION_ID = ['application', /^[^\s:]*:[^\s:]+:\S+$/] as const;

/** The webhook of Coroot, with the templates `{{ json . }}`. */
export const coroot: Plugin = {
  plugin_id: 'coroot',
  version: '1.0.0',
  name: 'Coroot',
  provider: 'coroot',
  docs: loadGuide('systems/coroot'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/coroot'),
  recognises: recogniseAny(
    recogniseBy(['status', HEALTH], APPLICATION_ID, 'rule_name', 'url'),
    recogniseBy(['status', HEALTH], APPLICATION_ID, 'reports', 'url'),
    recogniseBy(['status', /^(?:Deployed|In-progress|Stuck|Cancelled)$/], APPLICATION_ID, 'version', 'url'),
  ),
  parse: createMultiFormatParser(ALERT, DEPLOYMENT, INCIDENT),
};
