import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { text } from '../../vocabulary/text.js';
import { DETECTOR } from './detector.js';
import { createSearchFormat, splunk } from './plugin.js';

/** Version 1.0.0. It takes each run of a real-time search without a name for another search. */
export const splunkV1_0: Plugin = {
  ...splunk,
  version: '1.0.0',
  samples: splunk.samples.slice(0, 6),
  parse: createMultiFormatParser(
    createSearchFormat((alarm) => text('sid')(alarm)?.replace(/_at_\d+_\d+(?:_.*)?$/, '')),
    DETECTOR,
  ),
};
