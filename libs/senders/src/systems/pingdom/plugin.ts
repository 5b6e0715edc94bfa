import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { EVENTS_V1, EVENTS_V2 } from '../pagerduty/events-api.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const CHECK_WEBHOOK: AlarmFormat = {
  alarms: wholeBody('check_id', 'check_name', 'current_state'),
  expects: {
    body: 'the body of a Pingdom webhook: an object with `check_id` and `current_state`',
    identity: '`check_id` or `check_name`',
    state: '`current_state` DOWN, FAILING, UP or SUCCESS',
  },
  event_key: text('check_id', 'check_name'),
  event_type: word<EventType | Ignored>(
    {
      down: 'ALERT',
      failing: 'ALERT',
      up: 'RECOVERY',
      success: 'RECOVERY',
      'unconfirmed down': ignored('current_state UNCONFIRMED_DOWN: not confirmed by a second probe'),
      unknown: ignored('current_state UNKNOWN: neither up nor down'),
      paused: ignored('current_state PAUSED: the check is paused'),
    },
    'current_state',
  ),
  title: joined(' is ', text('check_name', 'check_params.hostname'), text('current_state')),
  description: text('long_description', 'description', 'custom_message'),
  severity: severity('importance_level'),
  state: text('current_state'),
  rule: text('check_type'),
  resource: resource(
    'website',
    text('check_name'),
    text('check_params.full_url', 'check_params.hostname', 'check_name'),
  ),
  provider: () => 'pingdom',
  occurred_at: instant('state_changed_timestamp', 'state_changed_utc_time'),
  labels: tags('tags'),
  additional_info: {
    previous_state: text('previous_state'),
    current_state: text('current_state'),
    short_description: text('description'),
    custom_message: text('custom_message'),
    check_params: value('check_params'),
    first_probe: value('first_probe'),
    second_probe: value('second_probe'),
  },
  additional_info_0_2: { tags: value('tags') },
};

/** Uptime and transaction checks of Pingdom: its webhook, and its requests to the Events API of PagerDuty. */
export const pingdom: Plugin = {
  plugin_id: 'pingdom',
  version: '1.1.0',
  name: 'Pingdom',
  provider: 'pingdom',
  docs: loadGuide('systems/pingdom'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/pingdom'),
  recognises: recogniseAny(
    recogniseBy('check_id', 'check_name', 'current_state', 'previous_state'),
    recogniseBy('check_name', 'current_state', 'state_changed_timestamp'),
  ),
  parse: createMultiFormatParser(
    CHECK_WEBHOOK,
    { ...EVENTS_V1, provider: () => 'pingdom' },
    { ...EVENTS_V2, provider: () => 'pingdom' },
  ),
};
