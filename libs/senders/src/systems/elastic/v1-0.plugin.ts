import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { text } from '../../vocabulary/text.js';
import { alertEnd, KIBANA, statedSeverity } from './kibana-rule.js';
import { elastic } from './plugin.js';
import { WATCH_ID, WATCHER } from './watch.js';

/** Version 1.0.0. It reads no severity from the action group, and takes the time of a run only as a time of the start. */
export const elasticV1_0: Plugin = {
  ...elastic,
  version: '1.0.0',
  samples: elastic.samples.slice(0, 11),
  parse: createMultiFormatParser(
    { ...KIBANA, severity: statedSeverity, resolved_at: alertEnd },
    {
      ...WATCHER,
      title: firstOf(text('title', 'subject', 'metadata.name'), WATCH_ID, text('ctx.watch_id')),
    },
  ),
};
