import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { allLabels, labelled, tags, toTags } from '../../vocabulary/labels.js';

const FAILURE_TYPE = /^ALERT_(?:FAILURE|DEGRADED|DEGRADED_FAILURE|FAILURE_DEGRADED|SSL)(?:_REMAIN)?$/;
const RECOVERY_TYPE = /^ALERT_(?:DEGRADED_)?RECOVERY$/;
/** Types that are neither failing nor recovered begin with `NO_ALERT`. */
const ALERT_TYPE = /^(?:ALERT_|NO_ALERT)/;
const rawAlertType = fuzzyField('alert_type', 'ALERT_TYPE');

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const alertType = rawAlertType(alarm)
    ?.toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  if (alertType === undefined) return undefined;
  if (RECOVERY_TYPE.test(alertType)) return 'RECOVERY';
  return FAILURE_TYPE.test(alertType)
    ? 'ALERT'
    : ignored(`alert_type ${alertType}: neither failing nor recovered`);
}

const isSsl = (alarm: Alarm): boolean => /SSL/i.test(rawAlertType(alarm) ?? '');
const check = fuzzyField('check_name', 'name');

/** The webhook alert channel of Checkly with its default body. */
export const checkly: Plugin = {
  plugin_id: 'checkly',
  version: '1.1.0',
  name: 'Checkly',
  provider: 'checkly',
  docs: loadGuide('systems/checkly'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/checkly'),
  recognises: recogniseAny(
    recogniseBy('check_name', ['alert_type', ALERT_TYPE], 'check_id', 'check_type'),
    recogniseBy('check_name', ['alert_type', ALERT_TYPE]),
    recogniseBy('check_id', 'check_result_id', ['alert_type', ALERT_TYPE]),
    recogniseBy('CHECK_NAME', ['ALERT_TYPE', ALERT_TYPE], 'CHECK_ID'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the default body of a Checkly webhook: an object with `check_id` and `alert_type`',
      identity: '`check_id` or `check_name`',
      state: '`alert_type` ALERT_FAILURE, ALERT_DEGRADED, ALERT_RECOVERY …',
    },
    event_key: (alarm) => {
      const key = fuzzyField('check_id', 'check_name', 'id')(alarm);
      return key !== undefined && isSsl(alarm) ? `${key}/ssl` : key;
    },
    event_type: deriveEventType,
    title: fuzzyField('event', 'alert_title', 'title', 'check_name'),
    description: firstOf(
      fuzzyField('check_error_message', 'error', 'description'),
      joined(' ', fuzzyField('api_check_response_status_code'), fuzzyField('api_check_response_status_text')),
    ),
    // The types contain the former and the new state: DEGRADED_FAILURE is now failing, FAILURE_DEGRADED is degraded.
    severity: (alarm) =>
      /SSL|DEGRADED(?!_FAILURE)/i.test(rawAlertType(alarm) ?? '') ? 'WARNING' : undefined,
    rule: fuzzyField('check_type'),
    state: rawAlertType,
    resource: resource('check', check, fuzzyField('ssl_check_domain', 'check_id', 'check_name')),
    provider: () => 'checkly',
    account: fuzzyField('account_name', 'account'),
    occurred_at: (alarm) => parseInstant(fuzzyField('started_at')(alarm) ?? null, alarm.delivery.words),
    labels: allLabels(
      (alarm) => toTags(fuzzyField('tags')(alarm) ?? null) ?? tags('tags')(alarm),
      labelled({ group: fuzzyField('group_name') }),
    ),
    links: { source: fuzzyField('link', 'result_link', 'check_result_link') },
    additional_info: {
      alert_type: rawAlertType,
      check_id: fuzzyField('check_id'),
      run_location: fuzzyField('run_location'),
      response_time: fuzzyField('response_time'),
      status_code: fuzzyField('api_check_response_status_code'),
      ssl_days_remaining: fuzzyField('ssl_days_remaining'),
    },
    additional_info_0_2: {
      group_name: fuzzyField('group_name'),
      check_type: fuzzyField('check_type'),
      tags: fuzzyField('tags'),
      link: fuzzyField('link', 'result_link', 'check_result_link'),
    },
  }),
};
