import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { GITHUB, github } from './plugin.js';

/** Version 1.0.0. It takes the end of a passed run for the start, and rejects webhooks without a repository as foreign. */
export const githubV1_0: Plugin = {
  ...github,
  version: '1.0.0',
  samples: github.samples.slice(0, 12),
  parse: createParser({
    ...GITHUB,
    alarms: wholeBody('repository', 'organization', 'zen'),
    resolved_at: instant('alert.fixed_at', 'alert.resolved_at', 'alert.dismissed_at'),
  }),
};
