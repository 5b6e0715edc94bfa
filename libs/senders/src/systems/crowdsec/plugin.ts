import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { createParser, ignored } from '../../vocabulary/alarm-format.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';

const scenario = text('scenario');
const source = firstOf(text('source.value', 'source.ip', 'source.range'), text('decisions[0].value'));
const scope = text('source.scope', 'decisions[0].scope');
/** The scenario of a block list that was updated: `update : +15000/-12 IPs`. It is no attack. */
const LIST_UPDATE = /^update ?: ?[+-]\d/;
const isSimulated = (alarm: Alarm) => text('simulated')(alarm) === 'true';

/** The notification plugin `http` of CrowdSec: a list of alerts. */
export const crowdsec: Plugin = {
  plugin_id: 'crowdsec',
  version: '1.0.0',
  name: 'CrowdSec',
  provider: 'crowdsec',
  docs: loadGuide('systems/crowdsec'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/crowdsec'),
  recognises: recogniseAny(
    recogniseBy('[0].scenario', '[0].source', '[0].decisions', '[0].events_count'),
    recogniseBy('[0].scenario', '[0].scenario_hash', '[0].source'),
    recogniseBy('scenario', 'scenario_hash', 'source', 'decisions'),
  ),
  parse: createParser({
    alarms: eitherOf(listAt('$'), listAt('alerts'), wholeBody('scenario')),
    expects: {
      body: 'a list of alerts of CrowdSec: objects with `scenario` and `source`',
      identity: '`scenario` and the value of `source` or of a decision',
      state: '`scenario`',
    },
    // Neither the ids nor the counts: each alert of an attacker has others.
    event_key: (alarm) =>
      scenario(alarm) === undefined || source(alarm) === undefined
        ? undefined
        : joined('/', scenario, scope, source)(alarm),
    event_type: (alarm) => {
      const name = scenario(alarm);
      if (name === undefined) return undefined;
      return LIST_UPDATE.test(name) ? ignored('an update of a block list') : 'ALERT';
    },
    title: joined(': ', scenario, source),
    description: text('message'),
    severity: (alarm) => (isSimulated(alarm) ? 'INFO' : 'WARNING'),
    rule: scenario,
    resource: (alarm) => {
      const name = source(alarm);
      return name === undefined
        ? undefined
        : { resource_id: name, resource_type: scope(alarm)?.toLowerCase() ?? 'ip', name };
    },
    provider: () => 'crowdsec',
    account: text('machine_id'),
    occurred_at: instant('start_at', 'created_at', 'stop_at'),
    labels: allLabels(
      tags('labels'),
      labelled({ country: text('source.cn'), network: text('source.as_name') }),
    ),
    additional_info: {
      events_count: value('events_count'),
      capacity: value('capacity'),
      decisions: textList('type', 'decisions'),
      duration: text('decisions[0].duration'),
      simulated: value('simulated'),
      uuid: text('uuid'),
    },
  }),
};
