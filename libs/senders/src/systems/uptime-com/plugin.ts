import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined, link } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const name = text('data.service.display_name', 'data.service.name', 'data.service.short_name');

/** The Custom Postback URL of Uptime.com. */
export const uptimeCom: Plugin = {
  plugin_id: 'uptime-com',
  version: '1.1.0',
  name: 'Uptime.com',
  provider: 'uptime-com',
  docs: loadGuide('systems/uptime-com'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/uptime-com'),
  recognises: recogniseAny(
    recogniseBy('data.service.id', ['event', /^alert_/], 'data.alert'),
    recogniseBy('data.service.id', 'data.alert.state', 'data.alert.output'),
  ),
  parse: createParser({
    alarms: wholeBody('data.service', 'data.alert'),
    expects: {
      body: 'the body of an Uptime.com postback: an object with `event` and `data.service`',
      identity: '`data.service.id`',
      state: '`event` alert_raised or alert_cleared',
    },
    event_key: text('data.service.id', 'data.service.name'),
    event_type: firstOf(
      word<EventType>({ alert_raised: 'ALERT', alert_cleared: 'RECOVERY' }, 'event'),
      word<EventType>({ true: 'RECOVERY', false: 'ALERT' }, 'data.alert.is_up'),
    ),
    title: joined(': ', name, text('data.alert.short_output')),
    description: text('data.alert.output', 'data.alert.short_output'),
    severity: severity('data.alert.state'),
    rule: text('data.service.monitoring_service_type_display', 'data.service.monitoring_service_type'),
    resource: resource(
      'service',
      name,
      text('data.service.msp_address', 'data.device.address', 'data.service.id'),
    ),
    provider: () => 'uptime-com',
    account: text('data.account.name', 'data.account.id'),
    occurred_at: instant('data.alert.created_at', 'data.date'),
    resolved_at: instant('data.date', 'data.alert.created_at'),
    labels: allLabels(tags('data.service.tags'), labelled({ device: text('data.device.display_name') })),
    links: {
      source: link('data.links.alert_details'),
      dashboard: link('data.links.real_time_analysis'),
    },
    additional_info: {
      event: text('event'),
      state: text('data.alert.state'),
      locations: value('data.locations'),
      locations_down: value('data.global_alert_state.num_locations_down'),
    },
    additional_info_0_2: {
      tags: value('data.service.tags'),
      device: text('data.device.display_name'),
      links: value('data.links'),
    },
  }),
};
