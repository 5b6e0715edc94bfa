import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { named } from '../../vocabulary/named.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { check, HEALTHCHECKS, healthchecks, name, nameAndState } from './plugin.js';

/** Version 1.0.0. It reads no title from the PagerDuty form. */
export const healthchecksV1_0: Plugin = {
  ...healthchecks,
  version: '1.0.0',
  samples: healthchecks.samples.slice(0, 7),
  parse: alarmsOf({
    ...HEALTHCHECKS,
    title: firstOf(named('title'), nameAndState),
    resource: resource(
      'check',
      firstOf(name, (alarm) => named('title')(alarm)?.replace(/ is (?:DOWN|UP)$/i, '')),
      firstOf(check, name),
    ),
  }),
};
