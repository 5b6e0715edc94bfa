import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { INCIDENT } from './incident.js';
import { gitlab, RUN } from './plugin.js';

/** Took system hooks, which have no `object_kind`, for the body of somebody else. */
export const gitlabV1_0: Plugin = {
  ...gitlab,
  version: '1.0.0',
  samples: gitlab.samples.slice(0, 14),
  parse: formatsOf(INCIDENT, { ...RUN, alarms: wholeBody('object_kind') }),
};
