import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { labelled } from '../../vocabulary/labels.js';

/** An incident of a Canary, or of a token, from a customer's console. */
const INCIDENT: AlarmFormat = {
  alarms: singleOrList(wholeBody('IncidentHash', 'AlertType', 'CanaryName', 'Token')),
  expects: {
    body: 'an incident of a Canary console (an object with `AlertType` and `IncidentHash`)',
    identity: '`IncidentHash`, or the Canary and what happened',
    state: 'an incident',
  },
  event_key: firstOf(
    text('IncidentHash', 'IncidentKey'),
    joined('/', text('CanaryID', 'CanaryName', 'Token'), text('Description')),
  ),
  event_type: () => 'ALERT',
  title: firstOf(
    joined(': ', text('Description'), text('CanaryName', 'Reminder', 'Memo')),
    text('Intro', 'AlertType'),
  ),
  description: text('Intro', 'Reminder', 'Description'),
  rule: text('Description', 'AlertType'),
  resource: firstOf(
    resource('canary', text('CanaryName', 'CanaryIP'), text('CanaryID', 'CanaryName')),
    resource('token', text('Reminder', 'Memo', 'Token'), text('Token')),
  ),
  provider: () => 'canary',
  account: text('Flock', 'FlockName'),
  occurred_at: instant('Timestamp', 'Time'),
  labels: labelled({ location: text('CanaryLocation') }),
  additional_info: {
    AlertType: text('AlertType'),
    SourceIP: text('SourceIP'),
    ReverseDNS: text('ReverseDNS'),
    CanaryIP: text('CanaryIP'),
    CanaryPort: value('CanaryPort'),
    CanaryID: text('CanaryID'),
    Token: text('Token'),
    Triggered: value('Triggered'),
    AdditionalDetails: value('AdditionalDetails'),
  },
  additional_info_0_2: { CanaryLocation: text('CanaryLocation') },
};

/** A triggered token of canarytokens.org. */
const TOKEN: AlarmFormat = {
  alarms: singleOrList(wholeBody('manage_url', 'memo')),
  expects: { body: 'a token of canarytokens.org (`memo`)', identity: '`token`', state: 'a token' },
  event_key: firstOf(
    text('token'),
    (alarm) => /[?&]token=([^&]+)/.exec(text('manage_url')(alarm) ?? '')?.[1],
    text('memo'),
  ),
  event_type: (alarm) =>
    /^congrats! the newly saved webhook works/i.test(text('memo')(alarm) ?? '')
      ? ignored('a test of the webhook')
      : 'ALERT',
  title: joined(': ', () => 'Canarytoken triggered', text('memo')),
  description: joined(
    '\n',
    text('memo'),
    joined(' ', () => 'from', text('src_ip', 'additional_data.src_ip')),
  ),
  rule: text('token_type', 'channel'),
  resource: resource('token', text('memo'), text('token', 'memo')),
  provider: () => 'canary',
  occurred_at: instant('time'),
  links: { source: link('manage_url') },
  additional_info: {
    channel: text('channel'),
    src_ip: text('src_ip', 'additional_data.src_ip'),
    additional_data: value('additional_data'),
  },
  additional_info_0_2: { manage_url: text('manage_url') },
};

/** Thinkst Canary, and the free tokens of canarytokens.org. Their alarms never resolve. */
export const canary: Plugin = {
  plugin_id: 'canary',
  version: '1.1.0',
  name: 'Thinkst Canary',
  provider: 'canary',
  docs: loadGuide('systems/canary'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/canary'),
  recognises: recogniseAny(
    recogniseBy('IncidentHash', 'CanaryName', 'AlertType'),
    recogniseBy('IncidentHash', 'AlertType', 'Token'),
    recogniseBy(['AlertType', /^Canary/], 'Description'),
    recogniseBy('CanaryName', 'CanaryIP', 'Description'),
    recogniseBy('manage_url', 'memo', 'channel'),
    recogniseBy('manage_url', 'token', 'src_ip'),
  ),
  parse: createMultiFormatParser(INCIDENT, TOKEN),
};
