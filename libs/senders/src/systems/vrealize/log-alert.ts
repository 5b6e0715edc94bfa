import { isObject, type Json } from '#shared/kernel/json.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { toTags } from '../../vocabulary/labels.js';
import { firstAt, value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { link, text } from '../../vocabulary/text.js';

/** The fields of the first message, which are written as `{"name": "vmw_cluster", "content": "north"}`. */
const fields = firstAt(['messages[0].fields'], (from) =>
  Array.isArray(from)
    ? toTags(
        from.map((one: Json) =>
          isObject(one) ? { name: one['name'] ?? null, value: one['content'] ?? null } : null,
        ),
      )
    : undefined,
);

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
  labels: fields,
  links: { generator: link('EditUrl'), source: link('Url') },
  additional_info: {
    Info: text('Info'),
    Recommendation: text('Recommendation'),
    HitCount: value('HitCount'),
    NumHits: value('NumHits'),
    SearchPeriod: value('SearchPeriod'),
  },
  additional_info_0_2: { Url: link('Url'), EditUrl: link('EditUrl') },
};
