import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { INCIDENT } from './incident.js';
import { gitlab, RUN } from './plugin.js';

/** Version 1.0.0. It rejects system hooks, which have no `object_kind`, as foreign. */
export const gitlabV1_0: Plugin = {
  ...gitlab,
  version: '1.0.0',
  samples: gitlab.samples.slice(0, 14),
  parse: createMultiFormatParser(INCIDENT, { ...RUN, alarms: wholeBody('object_kind') }),
};
