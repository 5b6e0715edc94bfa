import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, type Taken } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const STATES: Readonly<Record<string, EventType | Taken>> = {
  create: 'ALERT',
  trigger: 'ALERT',
  acknowledge: 'ACKNOWLEDGED',
  resolve: 'RECOVERY',
};
const host = text('host', 'hostname', 'host.name', 'beat.hostname', 'agent.hostname', 'instance');
const rule = text('rule_name', 'rule', 'alert_name', 'name');

/** The `post` and `post2` alerters of ElastAlert. They send the fields of the match and those that the rule adds. */
export const elastalert: Plugin = {
  plugin_id: 'elastalert',
  version: '1.0.0',
  name: 'ElastAlert',
  provider: 'elastalert',
  docs: guideOf('systems/elastalert'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/elastalert'),
  recognises: anyShape(
    shaped('num_hits', 'num_matches'),
    shaped('num_hits', 'num_matches', '["@timestamp"]'),
    shaped(['event_type', /^(?:create|acknowledge|resolve)$/i], 'Id', 'Title'),
    shaped('rule_name', 'num_hits', 'num_matches'),
    shaped('alert_subject', 'num_hits'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(
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
    event_type: firstOf<EventType | Taken>(word(STATES, 'event_type'), () => 'ALERT'),
    title: firstOf(text('Title', 'title', 'alert_subject'), joined(': ', rule, host), text('message')),
    description: text('Description', 'description', 'alert_text', 'message', 'log'),
    severity: severity('Severity', 'severity', 'Priority', 'priority', 'level', 'log.level', 'loglevel'),
    rule,
    resource: resource('host', firstOf(text('Resource', 'Host'), host)),
    provider: () => 'elastalert',
    occurred_at: instant('Timestamp', '["@timestamp"]', 'timestamp'),
    additional_info: {
      event_type: text('event_type'),
      num_hits: value('num_hits'),
      num_matches: value('num_matches'),
      _index: text('_index'),
      _id: text('_id'),
      kibana_discover_url: text('kibana_discover_url', 'kibana_link'),
      tags: value('tags', 'Tags'),
    },
  }),
};
