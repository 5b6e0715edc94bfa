import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';

const FAILURE = /^ALERT_(?:FAILURE|DEGRADED|DEGRADED_FAILURE|FAILURE_DEGRADED|SSL)(?:_REMAIN)?$/;
const RECOVERY = /^ALERT_(?:DEGRADED_)?RECOVERY$/;
const kind = named('alert_type', 'ALERT_TYPE');

function eventType(alarm: Alarm): EventType | Ignored | undefined {
  const said = kind(alarm)
    ?.toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  if (said === undefined) return undefined;
  if (RECOVERY.test(said)) return 'RECOVERY';
  return FAILURE.test(said) ? 'ALERT' : ignored(`alert_type ${said}: neither failing nor recovered`);
}

const isSsl = (alarm: Alarm): boolean => /SSL/i.test(kind(alarm) ?? '');
const check = named('check_name', 'name');

/** The webhook alert channel of Checkly with its default body. */
export const checkly: Plugin = {
  plugin_id: 'checkly',
  version: '1.0.0',
  name: 'Checkly',
  provider: 'checkly',
  docs: guideOf('systems/checkly'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/checkly'),
  recognises: anyShape(
    shaped('check_name', ['alert_type', /^ALERT_/], 'check_id', 'check_type'),
    shaped('check_name', ['alert_type', /^ALERT_/]),
    shaped('check_id', 'check_result_id', ['alert_type', /^ALERT_/]),
    shaped('CHECK_NAME', ['ALERT_TYPE', /^ALERT_/], 'CHECK_ID'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the default body of a Checkly webhook: an object with `check_id` and `alert_type`',
      identity: '`check_id` or `check_name`',
      state: '`alert_type` ALERT_FAILURE, ALERT_DEGRADED, ALERT_RECOVERY …',
    },
    event_key: (alarm) => {
      const key = named('check_id', 'check_name', 'id')(alarm);
      return key !== undefined && isSsl(alarm) ? `${key}/ssl` : key;
    },
    event_type: eventType,
    title: named('event', 'alert_title', 'title', 'check_name'),
    description: firstOf(
      named('check_error_message', 'error', 'description'),
      joined(' ', named('api_check_response_status_code'), named('api_check_response_status_text')),
    ),
    // The types contain the former and the new state: DEGRADED_FAILURE is now failing, FAILURE_DEGRADED is degraded.
    severity: (alarm) => (/SSL|DEGRADED(?!_FAILURE)/i.test(kind(alarm) ?? '') ? 'WARNING' : undefined),
    rule: named('check_type'),
    state: kind,
    resource: resource('check', check, named('ssl_check_domain', 'check_id', 'check_name')),
    provider: () => 'checkly',
    account: named('account_name', 'account'),
    occurred_at: (alarm) => instantOf(named('started_at')(alarm) ?? null),
    additional_info: {
      alert_type: kind,
      group_name: named('group_name'),
      check_id: named('check_id'),
      check_type: named('check_type'),
      run_location: named('run_location'),
      response_time: named('response_time'),
      status_code: named('api_check_response_status_code'),
      ssl_days_remaining: named('ssl_days_remaining'),
      tags: named('tags'),
      link: named('link', 'result_link', 'check_result_link'),
    },
  }),
};
