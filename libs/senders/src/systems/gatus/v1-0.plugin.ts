import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { V1_0, gatus, createGatusFormat } from './plugin.js';

/** Version 1.0.0. It parses neither the body for n8n nor a state in the title. */
export const gatusV1_0: Plugin = {
  ...gatus,
  version: '1.0.0',
  samples: gatus.samples.slice(0, 6),
  parse: createParser(createGatusFormat(V1_0)),
};
