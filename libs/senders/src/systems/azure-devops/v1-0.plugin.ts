import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { V1_0, azureDevops, createServiceHookFormat } from './plugin.js';

/** Version 1.0.0. It uses one key for all jobs of a stage. */
export const azureDevopsV1_0: Plugin = {
  ...azureDevops,
  version: '1.0.0',
  samples: azureDevops.samples.slice(0, 9),
  parse: createParser(createServiceHookFormat(V1_0)),
};
