import { loadGuide, loadSamples } from '../../assets.js';
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
} as const;

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
  additional_info: {
    details: value('details'),
    duration: text('duration'),
    resolved_by: text('resolved_by'),
    link: link('url'),
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
  additional_info: { reports: value('reports'), remediations: text('rca_remediations'), link: link('url') },
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
  additional_info: { version: text('version'), link: link('url') },
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
