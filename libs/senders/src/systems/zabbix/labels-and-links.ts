import { isObject, type Json } from '#shared/kernel/json.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { allLabels, labelled, labels, tagsIn, toTags } from '../../vocabulary/labels.js';
import { firstAt } from '../../vocabulary/path.js';
import { parameter } from './parameter.js';

const TAG_FIELDS = ['event_tags', 'event.tags', '["event.tags"]', 'tags'];
/** Tags as a list or object. Text is read as a parameter. */
const tagObjects = firstAt(TAG_FIELDS, (from: Json) =>
  Array.isArray(from) || isObject(from) ? toTags(from) : undefined,
);

/** Reads the tags of the problem: `{EVENT.TAGSJSON}`, `{EVENT.TAGS}` (`scope:capacity, team:db`), or JSON. */
export const zabbixLabels = allLabels(
  firstOf(tagObjects, tagsIn(parameter('event_tags', 'event.tags', 'tags'))),
  labels('labels'),
  labelled({
    host_group: parameter(
      'host_group',
      'host_groups',
      'hostgroup',
      'host.group',
      'trigger_hostgroup_name',
      'trigger.hostgroup.name',
    ),
  }),
);

/** Skips what is no address, such as one with a macro that was not filled: `{$ZABBIX.URL}/tr_events.php?…`. */
const address =
  (read: Reader<string>): Reader<string> =>
  (alarm) => {
    const found = read(alarm);
    return found !== undefined && /^https?:/i.test(found) ? found : undefined;
  };

/** Reads addresses with these names only if they lead to Zabbix: `URL` may also be the parameter with the address to post to. */
const problemPage: Reader<string> = (alarm: Alarm) =>
  ['url', 'link']
    .map((name) => parameter(name)(alarm))
    .find((url) => url !== undefined && /tr_events|eventid=|triggerid=|zabbix/i.test(url));

export const zabbixLinks = {
  runbook: address(parameter('trigger_url', 'trigger.url', 'runbook_url', 'runbook')),
  source: firstOf(
    address(parameter('event_url', 'event.url', 'problem_url', 'event_link', 'problem_link')),
    address(problemPage),
    address(parameter('zabbix_url')),
  ),
};
