import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { checkId, description, HEALTHCHECKS, healthchecks, name, nameAndState } from './plugin.js';

/** Version 1.0.0. It reads no title from the PagerDuty form. */
export const healthchecksV1_0: Plugin = {
  ...healthchecks,
  version: '1.0.0',
  samples: healthchecks.samples.slice(0, 7),
  parse: createParser({
    ...HEALTHCHECKS,
    title: firstOf(fuzzyField('title'), nameAndState),
    description,
    resource: resource(
      'check',
      firstOf(name, (alarm) => fuzzyField('title')(alarm)?.replace(/ is (?:DOWN|UP)$/i, '')),
      firstOf(checkId, name),
    ),
  }),
};
