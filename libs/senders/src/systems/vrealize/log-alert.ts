import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { link, text } from '../../vocabulary/text.js';

/** Alerts of VMware Aria Operations for Logs (vRealize Log Insight). They never resolve. */
export const LOG_ALERT: AlarmFormat = {
  alarms: wholeBody('AlertName'),
  expects: {
    body: 'the webhook of Aria Operations for Logs (an object with `AlertName` and `HitCount`)',
    identity: '`AlertName`',
    state: 'an alert',
  },
  // `Url` differs in each notification, so it cannot be the key.
  event_key: text('AlertName'),
  event_type: () => 'ALERT',
  title: text('AlertName'),
  description: firstOf(text('messages[0].text'), text('Info')),
  rule: text('AlertName'),
  resource: resourceByLabel('', 'hostname', 'source'),
  provider: () => 'vrealize',
  occurred_at: instant('messages[0].timestamp'),
  additional_info: {
    Info: text('Info'),
    Recommendation: text('Recommendation'),
    HitCount: value('HitCount'),
    NumHits: value('NumHits'),
    SearchPeriod: value('SearchPeriod'),
    Url: link('Url'),
    EditUrl: link('EditUrl'),
  },
};
