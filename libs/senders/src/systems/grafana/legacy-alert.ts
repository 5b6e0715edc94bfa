import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { allLabels, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const ruleName = text('ruleName');
const fullTitle = text('title');

/** Returns the title without the state that precedes it, which differs between firing and resolved. */
function plainTitle(alarm: Alarm): string | undefined {
  return (
    fullTitle(alarm)?.replace(/^\[(?:alerting|ok|no data|paused|pending|unknown)\]\s*/i, '') || undefined
  );
}

/** Prefixes the rule to a title that does not contain it, because users know an alert by its rule. */
function buildTitle(alarm: Alarm): string | undefined {
  const [name, title] = [ruleName(alarm), plainTitle(alarm)];
  return name === undefined || title?.includes(name)
    ? title
    : joined(
        ': ',
        () => name,
        () => title,
      )(alarm);
}

function prefixed(name: string, read: Reader<string>): Reader<string> {
  return (alarm) => {
    const found = read(alarm);
    return found === undefined ? undefined : `${name}:${found}`;
  };
}

const ruleIdentity = prefixed('rule', firstOf(text('ruleId'), ruleName, plainTitle));
const eventKey = joined(
  '/',
  prefixed('org', text('orgId')),
  prefixed('dashboard', text('dashboardId')),
  prefixed('panel', text('panelId')),
  ruleIdentity,
);

const ignoreState = (state: string): Ignored => ignored(`state ${state}: neither firing nor resolved`);
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  alerting: 'ALERT',
  no_data: 'ALERT',
  ok: 'RECOVERY',
  paused: ignoreState('paused'),
  pending: ignoreState('pending'),
  unknown: ignoreState('unknown'),
};
const NO_DATA_SEVERITIES: Readonly<Record<string, Severity>> = { no_data: 'NOT_AVAILABLE' };
const RESOURCE_LABELS = [
  'instance',
  'host',
  'hostname',
  'server',
  'node',
  'pod',
  'container',
  'device',
  'service',
];

export const findLegacy = wholeBody('ruleName', 'ruleId', 'ruleUrl', 'evalMatches');

/** Parses notification channels of Grafana's legacy alerting (up to Grafana 10). A body has one rule and no time. */
export const parseLegacy = createParser({
  alarms: findLegacy,
  expects: {
    body: 'the body of a Grafana notification channel: an object with `ruleName` and `state`',
    identity: '`ruleId`, `ruleName` or `title`',
    state: `\`state\` one of ${Object.keys(STATES).join(', ')}`,
  },
  event_key: (alarm) => (ruleIdentity(alarm) === undefined ? undefined : eventKey(alarm)),
  event_type: word(STATES, 'state'),
  title: buildTitle,
  description: text('message'),
  severity: firstOf(
    severity('tags.severity', 'tags.priority', 'tags.level'),
    word(NO_DATA_SEVERITIES, 'state'),
  ),
  rule: ruleName,
  resource: firstOf(
    resourceByLabel('evalMatches[0].tags', ...RESOURCE_LABELS),
    resourceByLabel('tags', ...RESOURCE_LABELS),
  ),
  provider: () => 'grafana',
  image_url: link('imageUrl'),
  labels: allLabels(labels('tags'), labels('evalMatches[0].tags')),
  links: { generator: link('ruleUrl') },
  additional_info: {
    state: text('state'),
    evalMatches: value('evalMatches'),
    ruleId: text('ruleId'),
    dashboardId: text('dashboardId'),
    panelId: text('panelId'),
    orgId: text('orgId'),
  },
  additional_info_0_2: { tags: labels('tags'), ruleUrl: text('ruleUrl') },
});
