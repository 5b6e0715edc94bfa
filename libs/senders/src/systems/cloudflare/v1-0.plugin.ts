import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { CLOUDFLARE, cloudflare, idOrPolicy, deriveEventType, resourceV1_0 } from './plugin.js';

/** Version 1.0.0. Every event of a certificate or of Pages is an ALERT, even a successful deployment. */
export const cloudflareV1_0: Plugin = {
  ...cloudflare,
  version: '1.0.0',
  samples: cloudflare.samples.slice(0, 8),
  parse: createParser({
    ...CLOUDFLARE,
    event_key: idOrPolicy,
    event_type: deriveEventType,
    resource: resourceV1_0,
  }),
};
