import type { Plugin } from '../../plugin-api/plugin.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { AS_OF_1_0, azureDevops, serviceHook } from './plugin.js';

/** Version 1.0.0. It uses one key for all jobs of a stage. */
export const azureDevopsV1_0: Plugin = {
  ...azureDevops,
  version: '1.0.0',
  samples: azureDevops.samples.slice(0, 9),
  parse: alarmsOf(serviceHook(AS_OF_1_0)),
};
