import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';
import { OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, type AcknowledgementType } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const STATES: Readonly<Record<string, EventType | AcknowledgementType>> = {
  create: 'ALERT',
  trigger: 'ALERT',
  acknowledge: 'ACKNOWLEDGED',
  resolve: 'RECOVERY',
};
const host = text('host', 'hostname', 'host.name', 'beat.hostname', 'agent.hostname', 'instance');
const rule = text('rule_name', 'rule', 'alert_name', 'name');

/** Fields of the Elastic Common Schema in a match. */
const matchLabels = labelled({
  environment: text('service.environment'),
  service: text('service.name'),
  cluster: text('orchestrator.cluster.name'),
  namespace: text('kubernetes.namespace', 'orchestrator.namespace'),
  region: text('cloud.region'),
});

/** The `post` and `post2` alerters of ElastAlert. They send the fields of the match and those that the rule adds. */
export const elastalert: Plugin = {
  plugin_id: 'elastalert',
  version: '1.1.0',
  name: 'ElastAlert',
  provider: 'elastalert',
  docs: loadGuide('systems/elastalert'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/elastalert'),
  recognises: recogniseAny(
    recogniseBy('num_hits', 'num_matches'),
    recogniseBy('num_hits', 'num_matches', '["@timestamp"]'),
    recogniseBy(['event_type', /^(?:create|acknowledge|resolve)$/i], 'Id', 'Title'),
    recogniseBy('rule_name', 'num_hits', 'num_matches'),
    recogniseBy('alert_subject', 'num_hits'),
  ),
  parse: createParser({
    alarms: singleOrList(
      wholeBody(
        'Id',
        'Title',
        'event_type',
        'rule_name',
        'rule',
        'num_hits',
        'num_matches',
        'alert_subject',
        '["@timestamp"]',
      ),
    ),
    expects: {
      body: 'what the post alerter of ElastAlert sends (an object with `Id` and `Title`, or a match)',
      identity: '`Id`, the rule or `_id`',
      state: '`event_type` create, acknowledge or resolve',
    },
    event_key: firstOf(text('Id', 'id', 'alert_id'), joined('/', rule, host), text('Title', '_id')),
    event_type: firstOf<EventType | AcknowledgementType>(word(STATES, 'event_type'), () => 'ALERT'),
    title: firstOf(text('Title', 'title', 'alert_subject'), joined(': ', rule, host), text('message')),
    description: text('Description', 'description', 'alert_text', 'message', 'log'),
    severity: severity('Severity', 'severity', 'Priority', 'priority', 'level', 'log.level', 'loglevel'),
    rule,
    resource: resource('host', firstOf(text('Resource', 'Host'), host)),
    provider: () => 'elastalert',
    occurred_at: instant('Timestamp', '["@timestamp"]', 'timestamp'),
    labels: allLabels(labels('labels'), tags('tags', 'Tags'), ownLabels('group', 'service'), matchLabels),
    links: {
      ...OWN_LINKS,
      dashboard: link('dashboard_url', 'dashboard', 'kibana_link'),
      generator: link('kibana_discover_url', 'opensearch_discover_url'),
    },
    additional_info: {
      event_type: text('event_type'),
      num_hits: value('num_hits'),
      num_matches: value('num_matches'),
      _index: text('_index'),
      _id: text('_id'),
    },
    additional_info_0_2: {
      kibana_discover_url: text('kibana_discover_url', 'kibana_link'),
      tags: value('tags', 'Tags'),
    },
  }),
};
